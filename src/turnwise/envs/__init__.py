"""Games as environments for learning: a batch of thousands, and the interfaces of Gymnasium, PettingZoo and
OpenSpiel."""

from turnwise.envs.batch import Batch

__all__ = ["Batch"]
