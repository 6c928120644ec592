"""DeerPortal: four elements walk winding paths to the portal, gathering diamonds; the richest who gets in wins."""
