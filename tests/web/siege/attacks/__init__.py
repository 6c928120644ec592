"""The attacks, a module for each part of the house. Importing this package declares all of them."""

import pkgutil
from importlib import import_module

MODULES = tuple(sorted(found.name for found in pkgutil.iter_modules(__path__)))
for _name in MODULES:
    import_module(f"{__name__}.{_name}")
