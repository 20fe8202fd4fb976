"""Draws a Scene with Mitsuba: linear light as a camera's lens gathers it; `sensor` makes a picture of it.

Needs the extra `render` and, for speed, LLVM 17 or newer (Debian: libllvm19); without it the slower scalar variant.
"""

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets import cubes, hand, paint, surfaces
from datasets.die import Mesh, spin
from datasets.finish import Finish, Rgb, material, pictured
from datasets.scene import Die, Ground, Hand, Lamp, Scene, Sheet

Plane = NDArray[np.float32]

TABLE = 2400.0  # mm, edge of the table's top
LIBRARIES = ("libLLVM.so.19*", "libLLVM-19.so*", "libLLVM.so.2*", "libLLVM-18.so*", "libLLVM-17.so*")


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


def picture(scene: Scene, samples: int, seed: int = 0) -> Plane:
    """Return the scene as (height, width, 3) linear RGB, denoised."""
    return blurred([scene], samples, seed)


def blurred(scenes: Sequence[Scene], samples: int, seed: int = 0) -> Plane:
    """Return the mean of several moments of one scene, as an open shutter sees them, `samples` a moment."""
    shots = [gathered(scene, samples, seed + k) for k, scene in enumerate(scenes)]
    light, albedo, normal = (np.ascontiguousarray(np.mean(parts, axis=0)) for parts in zip(*shots, strict=True))
    import pyoidn

    clean = pyoidn.denoise(light, albedo=np.clip(albedo, 0, 1), normal=normal, hdr=True, quality="high")
    return np.nan_to_num(np.asarray(clean, np.float32))


def gathered(scene: Scene, samples: int, seed: int) -> tuple[Plane, Plane, Plane]:
    """Return one moment's noisy light, and its albedo and normals to denoise by, each (height, width, 3)."""
    mi = mitsuba()
    world = mi.load_dict(described(scene))
    path = mi.load_dict({"type": "path", "max_depth": 6, "rr_depth": 4})
    guide = mi.load_dict({"type": "aov", "aovs": "albedo:albedo,normal:sh_normal"})
    light = np.array(mi.render(world, integrator=path, spp=samples, seed=seed), np.float32)[..., :3]
    guides = np.array(mi.render(world, integrator=guide, spp=max(2, samples // 2), seed=seed), np.float32)
    return light, guides[..., -6:-3], guides[..., -3:]


def ids(scene: Scene) -> NDArray[np.int32]:
    """Return which die is seen at the middle of each pixel, (height, width); -1 where it is no die."""
    mi, camera = mitsuba(), scene.camera
    import drjit as dr

    shapes = described(scene)
    world = mi.load_dict({k: v for k, v in shapes.items() if k != "room" and not k.startswith("lamp")})
    across, down = np.meshgrid(np.arange(camera.width) + 0.5, np.arange(camera.height) + 0.5)
    local = np.stack([across - camera.width / 2, down - camera.height / 2, np.full(across.shape, camera.focal)], -1)
    way = (local.reshape(-1, 3) @ camera.axes).T
    way /= np.linalg.norm(way, axis=0)
    ray = mi.Ray3f(o=mi.Point3f(camera.eye), d=mi.Vector3f(*(mi.Float(v.astype(np.float32)) for v in way)))
    hit = np.array(dr.reinterpret_array(mi.UInt32, world.ray_intersect_preliminary(ray, coherent=True).shape))
    owner = np.full(int(hit.max()) + 1, -1, np.int32)
    for shape in world.shapes():
        number = int(dr.reinterpret_array(mi.UInt32, mi.ShapePtr(shape))[0])
        if shape.id().startswith("die") and number < len(owner):
            owner[number] = int(shape.id()[3:5])
    return np.asarray(owner[hit].reshape(camera.height, camera.width))


def described(scene: Scene) -> dict[str, Any]:
    """Return the scene as Mitsuba's dictionary."""
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
            told[f"thing{k:03}part{n}"] = solid(piece.mesh, material(piece.finish, mi))
    for k, limb in enumerate(scene.hands):
        told.update({f"hand{k}{name}": shape for name, shape in arm(limb).items()})
    return told


def cube(one: Die) -> dict[str, Any]:
    """Return a die's body and its drilled pips as Mitsuba shapes."""
    mi, form, look, place = mitsuba(), cubes.cube(one.shape), one.look, np.array(one.centre)
    picture = paint.atlas(one.shape, look) if paint.textured(one.shape, look) else None
    finish = Finish(look.finish, look.body, look.second, look.rough, texture=picture)
    told = {"body": solid(form.body.moved(one.turn, place), material(finish, mi))}
    if form.pips is not None:
        told["pips"] = solid(form.pips.moved(one.turn, place), plastic(look.pips, 0.3))
    if form.accent is not None:
        told["accent"] = solid(form.accent.moved(one.turn, place), plastic(look.accent or look.pips, 0.3))
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


@cache
def printed(page: Sheet) -> Any:
    """Return a sheet's picture as a texture."""
    mi = mitsuba()
    # Mitsuba's rectangle has a picture's first row at its own lower edge.
    upright = cv2.cvtColor(page.picture[::-1].copy(), cv2.COLOR_BGR2RGB)
    linear = np.ascontiguousarray((upright.astype(np.float32) / 255) ** 2.2)
    return mi.load_dict({"type": "bitmap", "bitmap": mi.Bitmap(linear), "raw": True})


@cache
def wood(seed: int) -> Any:
    """Return the table's planks as a texture."""
    mi = mitsuba()
    return mi.load_dict({"type": "bitmap", "bitmap": mi.Bitmap(surfaces.planks(2048, seed)), "raw": True})


def table(scene: Scene) -> dict[str, Any]:
    """Return the table's top under everything: the scene's ground, or planks."""
    mi, page, ground = mitsuba(), scene.sheet, scene.ground
    middle = [page.width / 2, -page.height / 2, -page.thick] if page else [0, 0, 0]
    rough, picture = (0.22, wood(scene.seed)) if ground is None else (ground.rough, repeated(ground))
    return {
        "type": "rectangle",
        "to_world": mi.ScalarTransform4f().translate(middle).scale([TABLE / 2, TABLE / 2, 1]),
        "bsdf": {"type": "roughplastic", "alpha": rough, "diffuse_reflectance": picture},
    }


def repeated(ground: Ground) -> dict[str, Any]:
    """Return the ground's picture as a texture that repeats, mirrored, all over the table."""
    mi = mitsuba()
    tiles = mi.ScalarTransform3f().scale([TABLE / ground.width_mm, TABLE / ground.height_mm])
    return {**pictured(ground.picture, mi), "to_uv": tiles, "wrap_mode": "mirror"}


def lamp(told: Lamp) -> dict[str, Any]:
    """Return an area light that gives its target the irradiance that it names."""
    mi, place, target = mitsuba(), np.array(told.place), np.array(told.target)
    far = float(((place - target) ** 2).sum()) / told.edge**2
    aim = mi.ScalarTransform4f().look_at(origin=list(told.place), target=list(told.target), up=[0.1, 1, 0.1])
    light = {"type": "rgb", "value": [c * far for c in told.light]}
    return {
        "type": "rectangle",
        "to_world": aim.scale([told.edge / 2, told.edge / 2, 1]),
        "emitter": {"type": "area", "radiance": light},
    }


def arm(limb: Hand) -> dict[str, Any]:
    """Return a hand's skin and sleeve where it pinches, its arm coming from the direction of its yaw."""
    turn, place = spin(np.array([0.0, 0.0, 1.0]), limb.yaw), np.array(limb.pinch)
    skin = hand.skin().moved(turn, place)
    cloth = {"type": "twosided", "bsdf": {"type": "diffuse", "reflectance": rgb(limb.sleeve)}}
    return {"skin": solid(skin, plastic(limb.skin, 0.42)), "sleeve": solid(hand.sleeve().moved(turn, place), cloth)}


def plastic(colour: Rgb, rough: float) -> dict[str, Any]:
    """Return an opaque plastic of this colour and roughness."""
    coat = {"type": "roughplastic", "distribution": "ggx", "alpha": rough, "diffuse_reflectance": rgb(colour)}
    return {"type": "twosided", "bsdf": coat}


def rgb(colour: Rgb) -> dict[str, Any]:
    """Return a linear colour as Mitsuba's dictionary."""
    return {"type": "rgb", "value": [float(c) for c in colour]}


def solid(mesh: Mesh, material: dict[str, Any]) -> Any:
    """Return a mesh with its material as a Mitsuba shape."""
    mi = mitsuba()
    told = mi.Properties()
    told["bsdf"] = mi.load_dict(material)
    textured = mesh.uv is not None
    size = (len(mesh.vertices), len(mesh.triangles))
    shape = mi.Mesh("part", *size, has_vertex_normals=True, has_vertex_texcoords=textured, props=told)
    data = mi.traverse(shape)
    data["vertex_positions"] = mesh.vertices.ravel().astype(np.float32)
    data["vertex_normals"] = mesh.normals.ravel().astype(np.float32)
    if mesh.uv is not None:
        data["vertex_texcoords"] = mesh.uv.ravel().astype(np.float32)
    data["faces"] = mesh.triangles.ravel().astype(np.uint32)
    data.update()
    return shape
