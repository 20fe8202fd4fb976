"""What a surface is made of: a Finish, and the Mitsuba material that shows it."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Plane = NDArray[np.float32]
Rgb = tuple[float, float, float]

KINDS = ("opaque", "translucent", "marbled", "speckled", "pearl", "metallic", "matte")


@dataclass(frozen=True, eq=False)
class Finish:
    """A surface: its kind (one of KINDS), linear colours from 0 to 1, roughness from 0.03 (mirror) to 1.

    A texture (h, w, 3), linear RGB with its first row at v = 1, takes the place of `rgb` and needs a mesh with uv.
    `spec_trans` is the share of light that a translucent body lets in; `rgb2` is the second colour of a marbled,
    speckled or pearl surface where no texture shows it already.
    """

    kind: str = "opaque"
    rgb: Rgb = (0.5, 0.5, 0.5)
    rgb2: Rgb | None = None
    rough: float = 0.2
    spec_trans: float = 0.0
    texture: Plane | None = field(default=None, repr=False)


def material(finish: Finish) -> dict[str, Any]:
    """Return the finish as the dictionary of a Mitsuba material; raises ValueError on an unknown kind."""
    if finish.kind not in KINDS:
        raise ValueError(f"finish {finish.kind!r} is none of {', '.join(KINDS)}")
    colour = shown(finish)
    rough = float(np.clip(finish.rough, 0.03, 1.0))
    if finish.kind == "translucent":
        through = finish.spec_trans or 0.85
        return {"type": "principled", "base_color": colour, "spec_trans": through, "roughness": rough, "eta": 1.5}
    if finish.kind == "metallic":
        inner: dict[str, Any] = {"type": "principled", "base_color": colour, "metallic": 1.0, "roughness": rough}
    elif finish.kind == "pearl":
        inner = {"type": "principled", "base_color": colour, "metallic": 0.45, "roughness": max(rough, 0.25)}
        inner |= {"clearcoat": 0.8, "clearcoat_gloss": 0.9}
    elif finish.kind == "matte":
        inner = {"type": "diffuse", "reflectance": colour}
    else:
        inner = {"type": "roughplastic", "distribution": "ggx", "alpha": rough, "diffuse_reflectance": colour}
    return {"type": "twosided", "bsdf": inner}


def shown(finish: Finish) -> dict[str, Any]:
    """Return the finish's colour or texture as Mitsuba's dictionary."""
    if finish.texture is None:
        return {"type": "rgb", "value": [float(c) for c in finish.rgb]}
    return pictured(finish.texture)


def pictured(picture: Plane) -> dict[str, Any]:
    """Return linear RGB (h, w, 3), its first row at v = 1, mirrored beyond its edges, as a Mitsuba texture."""
    import mitsuba

    # Mitsuba's first row is at v = 0.
    rows = mitsuba.Bitmap(np.ascontiguousarray(picture[::-1], np.float32))
    return {"type": "bitmap", "bitmap": rows, "raw": True, "wrap_mode": "mirror"}
