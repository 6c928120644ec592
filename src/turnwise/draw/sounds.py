"""The house's own sounds. Each is a few tones: waveform, start, duration, volume, from and to how many Hz."""

from collections.abc import Mapping

TONES: Mapping[str, str] = {
    "dice": "noise 0 .05 .5 1500 700, noise .07 .05 .4 1400 700, noise .15 .05 .4 1250 700, noise .25 .06 .3 1100 600",
    "step": "triangle 0 .09 .3 330 220",
    "card": "noise 0 .09 .3 2600 900",
    "shuffle": "noise 0 .07 .2 1800 1000, noise .07 .07 .2 2100 1000, noise .14 .07 .2 1900 1000, noise .21 .09 .2 2200 900",
    "collect": "sine 0 .1 .2 880, sine .08 .1 .2 1175, sine .16 .3 .2 1760",
    "lose": "triangle 0 .18 .2 392 370, triangle .16 .35 .2 311 262",
    "calm": "sine 0 1.2 .2 262, sine .1 1.2 .1 330, sine .2 1.3 .1 392",
    "gate": "sine 0 .9 .2 180 720, triangle .1 .9 .1 270 1080, noise 0 .8 .1 400 3000",
    "glory": "triangle 0 .2 .2 523, triangle .11 .2 .2 659, triangle .22 .2 .2 784, triangle .33 .8 .2 1047",
    "vote": "square 0 .06 .1 700 500, square .14 .06 .1 700 500",
    "right": "sine 0 .14 .2 659, sine .12 .35 .2 988",
    "wrong": "triangle 0 .3 .2 196 165, triangle 0 .3 .1 208 175",
    "turn": "sine 0 .15 .2 587, sine .13 .4 .2 880",
    "refused": "triangle 0 .12 .2 220 180",
    "end": "triangle 0 .25 .2 392, triangle .16 .25 .2 523, triangle .32 .25 .2 659, triangle .48 1 .2 784",
    "talk": "sine 0 .07 .1 1047 1319",
}
"""Those that a game may name (`kit.shapes.SOUNDS`), and those of other events at a table."""
