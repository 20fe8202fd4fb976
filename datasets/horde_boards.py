"""Writes the board files of Dice Horde from its tower sheets: `python -m datasets.horde_boards`."""

from rules.dice_horde.checks import tower_sheet
from rules.dice_horde.layout import board_geo, board_toml
from rules.dice_horde.shipped import DATA, tower_sheets


def main() -> None:
    """Write words and shapes of each board."""
    for name, path in tower_sheets().items():
        sheet = tower_sheet(path.read_text(encoding="utf-8"))
        (DATA / "boards" / f"{name}.toml").write_text(board_toml(sheet), encoding="utf-8")
        (DATA / "boards" / f"{name}.geo.json").write_text(board_geo(sheet), encoding="utf-8")


if __name__ == "__main__":
    main()
