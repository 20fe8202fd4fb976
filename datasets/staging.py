"""Builds a Scene as Mitsuba's shapes, materials, lights and camera; `render` draws it.

Dr.Jit compiles a kernel anew, for half a second, wherever a scene differs in more than its data. So what changes from
scene to scene (ground, lamps) is a mesh and not one of Mitsuba's own rectangles, whose size would be compiled in.
"""

import os
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from datasets import cubes, hand, paint, surfaces
from datasets.die import Floats, Mesh, spin, unit
from datasets.finish import Finish, Rgb, material, pictured
from datasets.scene import Die, Ground, Hand, Lamp, Scene, Sheet

TABLE = 2400.0  # mm, edge of the table's top
LIBRARIES = ("libLLVM.so.19*", "libLLVM-19.so*", "libLLVM.so.2*", "libLLVM-18.so*", "libLLVM-17.so*")
SQUARE = ((-1, -1), (1, -1), (1, 1), (-1, 1))


@cache
def mitsuba() -> Any:
    """Return the mitsuba module, set to its fastest variant here; raises ImportError where it is not installed."""
    os.environ.setdefault("DRJIT_LIBLLVM_PATH", llvm())
    import mitsuba as mi

    # Dr.Jit ends the whole process on LLVM 14 to 16, so that an older library must not even be tried.
    mi.set_variant("llvm_ad_rgb" if os.environ["DRJIT_LIBLLVM_PATH"] else "scalar_rgb")
    return mi


def llvm() -> str:
    """Return the path of an LLVM library that Dr.Jit can use, or an empty string."""
    folders = [Path("/usr/lib"), *Path("/usr/lib").glob("*-linux-gnu"), *Path("/usr/lib").glob("llvm-*/lib")]
    found = (file for pattern in LIBRARIES for folder in folders for file in sorted(folder.glob(pattern)))
    return str(next(found, ""))


def described(scene: Scene) -> dict[str, Any]:
    """Return the scene as Mitsuba's dictionary; the shapes of die number k are called `die` and k in two digits."""
    mi = mitsuba()
    told: dict[str, Any] = {"type": "scene", "sensor": sensor(scene), "table": table(scene)}
    if scene.sheet is not None:
        told.update(sheet(scene.sheet))
    told["room"] = {
        "type": "envmap",
        "bitmap": mi.Bitmap(surfaces.room(128, scene.seed) if scene.surround is None else scene.surround),
        "to_world": mi.ScalarTransform4f().rotate([1, 0, 0], 90),
        "scale": scene.room,
    }
    for k, one in enumerate(scene.lamps):
        told[f"lamp{k}"] = lamp(one)
    for k, each in enumerate(scene.dice):
        told.update({f"die{k:02}{name}": shape for name, shape in cube(each).items()})
    for k, thing in enumerate(scene.things):
        for n, piece in enumerate(thing.parts):
            told[f"thing{k:03}part{n}"] = solid(piece.mesh, material(piece.finish))
    for k, limb in enumerate(scene.hands):
        told.update({f"hand{k}{name}": shape for name, shape in arm(limb).items()})
    return told


def sensor(scene: Scene) -> dict[str, Any]:
    """Return the camera as Mitsuba's dictionary."""
    camera, mi = scene.camera, mitsuba()
    up = (-camera.axes[1]).tolist()
    film = {"type": "hdrfilm", "width": camera.width, "height": camera.height, "rfilter": {"type": "box"}}
    return {
        "type": "perspective",
        "fov": camera.fovy,
        "fov_axis": "y",
        "to_world": mi.ScalarTransform4f().look_at(origin=list(camera.eye), target=list(camera.at), up=up),
        "film": {**film, "pixel_format": "rgb", "component_format": "float32"},
    }


def cube(one: Die) -> dict[str, Any]:
    """Return a die's body and its drilled pips as Mitsuba shapes."""
    form, look, place = cubes.cube(one.shape), one.look, np.array(one.centre)
    picture = paint.atlas(one.shape, look) if paint.textured(one.shape, look) else None
    finish = Finish(look.finish, look.body, look.second, look.rough, texture=picture)
    told = {"body": solid(form.body.moved(one.turn, place), material(finish))}
    if form.pips is not None:
        told["pips"] = solid(form.pips.moved(one.turn, place), plastic(look.pips, 0.3))
    if form.accent is not None:
        told["accent"] = solid(form.accent.moved(one.turn, place), plastic(look.accent or look.pips, 0.3))
    return told


def sheet(page: Sheet) -> dict[str, Any]:
    """Return the printed sheet: its picture on top, a pale card below."""
    mi = mitsuba()
    half = [page.width / 2, page.height / 2, 1]
    place = mi.ScalarTransform4f().translate([half[0], -half[1], 0])
    rim = mi.ScalarTransform4f().translate([half[0], -half[1], -page.thick / 2 - 0.01])
    return {
        "sheet": {
            "type": "rectangle",
            "to_world": place.scale(half),
            "bsdf": {"type": "roughplastic", "alpha": 0.4, "diffuse_reflectance": printed(page)},
        },
        "card": {
            "type": "cube",
            "to_world": rim.scale([half[0], half[1], page.thick / 2]),
            "bsdf": {"type": "diffuse", "reflectance": {"type": "rgb", "value": [0.5, 0.46, 0.4]}},
        },
    }


@lru_cache(maxsize=4)
def printed(page: Sheet) -> Any:
    """Return a sheet's picture as a texture."""
    mi = mitsuba()
    # Mitsuba's rectangle has a picture's first row at its own lower edge.
    upright = cv2.cvtColor(page.picture[::-1].copy(), cv2.COLOR_BGR2RGB)
    linear = np.ascontiguousarray((upright.astype(np.float32) / 255) ** 2.2)
    return mi.load_dict({"type": "bitmap", "bitmap": mi.Bitmap(linear), "raw": True})


def table(scene: Scene) -> Any:
    """Return the table's top under everything: the scene's ground, mirrored at its edges all over, or planks."""
    page, ground = scene.sheet, scene.ground or wood(scene.seed)
    middle = np.array([page.width / 2, -page.height / 2, -page.thick] if page else [0.0, 0.0, 0.0])
    tiles = np.array([TABLE / ground.width_mm, TABLE / ground.height_mm])
    top = square(np.eye(3), middle, TABLE / 2, tiles)
    return solid(top, {"type": "roughplastic", "alpha": ground.rough, "diffuse_reflectance": pictured(ground.picture)})


@lru_cache(maxsize=4)
def wood(seed: int) -> Ground:
    """Return planks that fill the table."""
    return Ground(surfaces.planks(2048, seed), TABLE, TABLE, 0.22, "planks")


def square(turn: Floats, middle: Floats, half: float, tiles: Floats | None = None) -> Mesh:
    """Return a square whose normal is the rotation's third column, with uv from 0 to the number of tiles."""
    corners = np.array([[x * half, y * half, 0.0] for x, y in SQUARE]) @ turn.T + middle
    uv = (np.array(SQUARE) + 1) / 2 * (np.ones(2) if tiles is None else tiles)
    return Mesh(corners, np.array([[0, 1, 2], [0, 2, 3]]), np.tile(turn[:, 2], (4, 1)), uv)


def lamp(told: Lamp) -> Any:
    """Return an area light that gives its target the irradiance that it names."""
    place, target = np.array(told.place), np.array(told.target)
    far = float(((place - target) ** 2).sum()) / told.edge**2
    facing = unit((target - place)[None])[0]
    right = unit(np.cross([0.1, 1.0, 0.1], facing)[None])[0]
    turn = np.stack([right, np.cross(facing, right), facing], 1)
    return solid(
        square(turn, place, told.edge / 2), None, (told.light[0] * far, told.light[1] * far, told.light[2] * far)
    )


def arm(limb: Hand) -> dict[str, Any]:
    """Return a hand's skin and sleeve where it pinches, its arm coming from the direction of its yaw."""
    turn, place = spin(np.array([0.0, 0.0, 1.0]), limb.yaw), np.array(limb.pinch)
    cloth = {"type": "twosided", "bsdf": {"type": "diffuse", "reflectance": rgb(limb.sleeve)}}
    skin = solid(hand.skin().moved(turn, place), plastic(limb.skin, 0.42))
    return {"skin": skin, "sleeve": solid(hand.sleeve().moved(turn, place), cloth)}


def plastic(colour: Rgb, rough: float) -> dict[str, Any]:
    """Return an opaque plastic of this colour and roughness."""
    return material(Finish("opaque", colour, rough=rough))


def rgb(colour: Rgb) -> dict[str, Any]:
    """Return a linear colour as Mitsuba's dictionary."""
    return {"type": "rgb", "value": [float(c) for c in colour]}


def solid(mesh: Mesh, made_of: dict[str, Any] | None, light: Rgb | None = None) -> Any:
    """Return a mesh as a Mitsuba shape: with a material, or as a lamp of this radiance."""
    mi = mitsuba()
    told = mi.Properties()
    if made_of is not None:
        told["bsdf"] = mi.load_dict(made_of)
    if light is not None:
        told["emitter"] = mi.load_dict({"type": "area", "radiance": rgb(light)})
    size = (len(mesh.vertices), len(mesh.triangles))
    textured = mesh.uv is not None
    shape = mi.Mesh("part", *size, has_vertex_normals=True, has_vertex_texcoords=textured, props=told)
    data = mi.traverse(shape)
    data["vertex_positions"] = mesh.vertices.ravel().astype(np.float32)
    data["vertex_normals"] = mesh.normals.ravel().astype(np.float32)
    if mesh.uv is not None:
        data["vertex_texcoords"] = mesh.uv.ravel().astype(np.float32)
    data["faces"] = mesh.triangles.ravel().astype(np.uint32)
    data.update()
    return shape
