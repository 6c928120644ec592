"""Where the house keeps its records: the interface, a SQLite file, a PostgreSQL database."""
