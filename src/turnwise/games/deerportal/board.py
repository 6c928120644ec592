"""The board of DeerPortal: four winding paths from the corners to the portal.   [P1] = RULES.md"""

from turnwise.kit.sets import set_of
from turnwise.kit.track import cells, path, reflected

SIZE = 16  # [P1]
PORTAL = 40  # path index; 0 is the start  [P4]
AREA = set_of(range(1, PORTAL))  # [P8]

# In columns and rows inward from the seat's own corner  [P5]
PATH_A = path(
    [(0, 0), (5, 0), (5, 1), (1, 1), (1, 2), (0, 2), (0, 3), (3, 3), (3, 2), (6, 2), (6, 3), (5, 3)]
    + [(5, 4), (0, 4), (0, 5), (1, 5), (1, 6), (3, 6), (3, 5), (5, 5), (5, 6), (6, 6), (6, 7), (7, 7)]
)
PATH_B = path(
    [(0, 0), (5, 0), (5, 1), (1, 1), (1, 2), (0, 2), (0, 3), (3, 3), (3, 2), (5, 2), (5, 3), (6, 3)]
    + [(6, 4), (0, 4), (0, 5), (1, 5), (1, 6), (3, 6), (3, 5), (6, 5), (6, 6), (7, 6), (7, 7)]
)


def _from_corner(points, across, down):
    return tuple(cells(reflected(points, SIZE, SIZE, across=across, down=down), SIZE))


CELLS = (  # of each seat's path, by path index  [P2, P6]
    _from_corner(PATH_A, across=False, down=False),
    _from_corner(PATH_B, across=True, down=False),
    _from_corner(PATH_A, across=True, down=True),
    _from_corner(PATH_B, across=False, down=True),
)
