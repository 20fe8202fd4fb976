"""Small pieces of SVG in millimetres for the sheets of Dice Horde: text, boxes and the signs that pens mark.

Presentation attributes only, so that the drawings need no style sheet and pass a strict content policy.
"""

from __future__ import annotations

from html import escape

from rules.dice_horde.layout import Box

INK, SOFT, PALE, PAPER = "#2b2a27", "#77726a", "#d9d3c6", "#fbf9f4"
TOWERS = {"green": "#3f8f4f", "yellow": "#d9a514", "blue": "#2f6fb7", "red": "#c0392b", "main": "#6b5b95"}
DICE = {
    "red": "#c8372d",
    "orange": "#e07b1f",
    "yellow": "#e8bf1c",
    "green": "#3a9a4c",
    "blue": "#2d63b8",
    "purple": "#7a4aa3",
    "pink": "#e187a8",
    "brown": "#85593a",
    "white": "#f4f2ec",
    "grey": "#8d9092",
    "black": "#2a2a2c",
}
DARK = {"red", "green", "blue", "purple", "brown", "black", "grey", "orange"}  # dice on which a letter is white


def num(v: float) -> str:
    """A length as short text."""
    return f"{v:.2f}".rstrip("0").rstrip(".")


def tag(name: str, *inside: str, **attributes: str | float) -> str:
    """An element; an underscore in an attribute's name stands for a hyphen."""
    told = "".join(
        f' {k.rstrip("_").replace("_", "-")}="{escape(num(v) if isinstance(v, (int, float)) else v)}"'
        for k, v in attributes.items()
    )
    return f"<{name}{told}>{''.join(inside)}</{name}>" if inside else f"<{name}{told}/>"


def words(
    x: float, y: float, text: str, size: float = 3.0, anchor: str = "start", fill: str = INK, weight: int = 400
) -> str:
    """A line of text with its baseline at y."""
    return tag("text", escape(text), x=x, y=y, font_size=size, text_anchor=anchor, fill=fill, font_weight=str(weight))


def rect(box: Box, fill: str = "none", stroke: str = INK, wide: float = 0.35, round_: float = 0.0) -> str:
    """A box."""
    return tag(
        "rect", x=box.x, y=box.y, width=box.w, height=box.h, rx=round_, fill=fill, stroke=stroke, stroke_width=wide
    )


def line(x1: float, y1: float, x2: float, y2: float, stroke: str = INK, wide: float = 0.5) -> str:
    """A straight line."""
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=stroke, stroke_width=wide, stroke_linecap="round")


def cross(box: Box, stroke: str = INK, wide: float = 0.6) -> str:
    """A cross over a box: destroyed, used, triggered."""
    (a, b), _, (c, d), _ = box.corners
    return line(a, b, c, d, stroke, wide) + line(a, d, c, b, stroke, wide)


def path(shape: str, x: float, y: float, scale: float, fill: str, stroke: str = INK, wide: float = 0.3) -> str:
    """A sign whose shape is drawn around (0, 0) about one unit wide."""
    return tag(
        "path",
        d=shape,
        transform=f"translate({num(x)} {num(y)}) scale({num(scale)})",
        fill=fill,
        stroke=stroke,
        stroke_width=num(wide / scale),
        stroke_linejoin="round",
    )


HEART = "M0 .45C-.75-.05-.5-.5-.22-.5-.1-.5 0-.4 0-.28 0-.4.1-.5.22-.5.5-.5.75-.05 0 .45Z"
SHIELD = "M-.42-.45H.42V0C.42.3.15.45 0 .52-.15.45-.42.3-.42 0Z"
BOLT = "M.1-.55-.35.08H-.03L-.12.55.35-.1H.02Z"
TRAP = "M-.5.42 0-.45.5.42Z"
SKULL = (
    "M-.42-.1C-.42-.65.42-.65.42-.1.42.1.3.2.24.24V.45H-.24V.24C-.3.2-.42.1-.42-.1Z"
    "M-.2-.12A.1.1 0 1 0-.2-.11ZM.2-.12A.1.1 0 1 1 .2-.11Z"
)
PENNANT = "M-.35.55V-.55L.4-.28-.35 0"


def chip(x: float, y: float, text: str, colour: str, side: float = 4.0, faint: bool = False) -> str:
    """A small die with a letter, its centre at (x, y)."""
    box = Box(x - side / 2, y - side / 2, side, side)
    fill = "none" if faint else DICE.get(colour, PALE)
    ink = PAPER if colour in DARK and not faint else INK
    return rect(box, fill, SOFT if faint else INK, 0.3, side * 0.18) + words(
        x, y + side * 0.26, text, side * 0.72, "middle", SOFT if faint else ink, 700
    )


def drawing(width: float, height: float, title: str, *inside: str) -> str:
    """A whole drawing, in mm on paper."""
    return tag(
        "svg",
        tag("title", escape(title)),
        tag("rect", x=0, y=0, width=width, height=height, fill=PAPER),
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {num(width)} {num(height)}",
        width=f"{num(width)}mm",
        height=f"{num(height)}mm",
        font_family="system-ui, 'DejaVu Sans', sans-serif",
    )
