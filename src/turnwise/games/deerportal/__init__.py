"""DeerPortal: four elements walk winding paths to the portal and gather diamonds on the way; the richest who gets in wins."""
