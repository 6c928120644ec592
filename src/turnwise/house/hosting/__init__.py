"""What the host of a house sees and does: orders, moderation, backups, repairs."""
