"""Games as environments to learn in: a batch of thousands, and the shapes that Gymnasium, PettingZoo and OpenSpiel know."""

from turnwise.envs.batch import Batch

__all__ = ["Batch"]
