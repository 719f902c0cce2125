RANK_BOARD_CLASSES: int
FLUSH_BOARD_CLASSES: int
BOARD_CLASSES: int
RANK_ENTRIES: int
FLUSH_ENTRIES: int

def fill_boards(
    first: int,
    last: int,
    qualifier: int,
    rank_outcomes: memoryview,
    rank_categories: memoryview,
    flush_outcomes: memoryview,
    flush_categories: memoryview,
) -> None: ...
