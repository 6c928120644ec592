"""The board of DeerPortal: four winding paths from the corners to the portal.   [P1] = RULES.md"""

from turnwise.kit.track import Point, cells, path, reflected

SIZE = 16  # [P1]
PORTAL = 40  # path index; 0 is the start  [P4]
AREA = (1 << PORTAL) - 2  # the set of cells 1 to 39  [P8]

# In columns and rows inward from the seat's own corner  [P5]
OUTER: list[Point] = [(0, 0), (5, 0), (5, 1), (1, 1), (1, 2), (0, 2), (0, 3), (3, 3), (3, 2)]
INNER: list[Point] = [(0, 4), (0, 5), (1, 5), (1, 6), (3, 6), (3, 5)]
PATH_A = path([*OUTER, (6, 2), (6, 3), (5, 3), (5, 4), *INNER, (5, 5), (5, 6), (6, 6), (6, 7), (7, 7)])
PATH_B = path([*OUTER, (5, 2), (5, 3), (6, 3), (6, 4), *INNER, (6, 5), (6, 6), (7, 6), (7, 7)])


def _in_corner(points: list[Point], across: bool, down: bool) -> list[int]:
    return cells(reflected(points, SIZE, SIZE, across=across, down=down), SIZE)


CELLS = (  # of each seat's path, by path index  [P2, P6]
    _in_corner(PATH_A, across=False, down=False),
    _in_corner(PATH_B, across=True, down=False),
    _in_corner(PATH_A, across=True, down=True),
    _in_corner(PATH_B, across=False, down=True),
)
