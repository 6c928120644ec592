"""What a house offers beyond its tables: pairing, ratings, notices, boards, replays."""
