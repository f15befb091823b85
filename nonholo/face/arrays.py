"""Motions as objects of the packages that people analyse numbers with."""

from __future__ import annotations

from typing import Any

from nonholo.errors import NotApplicable
from nonholo.numerics.trajectory import Trajectory
from nonholo.readers.named import name_of
from nonholo.simulation.dataset import dataset
from nonholo.words.sentence import say


def column(motion: Trajectory, thing: Any) -> Any:
    """The column of a coordinate or velocity of SymPy.

    Raises NonholoError for what is none.
    """
    return motion[name_of(thing)]


def to_xarray(motion: Trajectory) -> Any:
    """A motion as an xarray.Dataset over t.

    Raises NotApplicable without xarray.
    """
    return dataset(motion)


def to_pandas(motion: Trajectory) -> Any:
    """A motion as a pandas.DataFrame, a row a time.

    Raises NotApplicable without pandas.
    """
    try:
        import pandas
    except ImportError:
        raise NotApplicable(
            say("a data frame needs the package pandas: pip install pandas")
        ) from None
    index = pandas.Index(motion.t, name="t")
    return pandas.DataFrame(dict(motion.columns), index=index)
