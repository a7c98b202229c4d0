"""Probes what this Blender can do, and prints one line of JSON after a marker. The order names the engine to try."""

import ctypes
import json
import os
import sys

import bpy

ENGINES = {
    "cycles": ("CYCLES",),
    "eevee": ("BLENDER_EEVEE_NEXT", "BLENDER_EEVEE"),
    "workbench": ("BLENDER_WORKBENCH",),
}
GPU_KINDS = ("CUDA", "OPTIX", "HIP", "ONEAPI", "METAL")
OPTIONS = ("alembic", "bullet", "cycles_osl", "fluid", "freestyle", "image_openexr", "opensubdiv", "openvdb", "usd")


def main():
    with open(sys.argv[-1]) as file:
        order = json.load(file)
    facts = facts_of_cycles() if order["engine"] == "cycles" else {}
    facts["renders"] = renders(order["engine"], order["out_folder"])
    sys.stdout.flush()
    ctypes.CDLL(None).fflush(None)
    os.write(1, ("\n%s %s\n" % (order["marker"], json.dumps(facts))).encode())


def facts_of_cycles():
    options = bpy.app.build_options
    return {
        "version": "%d.%d.%d" % tuple(bpy.app.version),
        "features": [name for name in OPTIONS if getattr(options, name, False)],
        "devices": gpus(),
        "denoisers": denoisers(),
    }


def denoisers():
    try:
        import _cycles

        return ["openimagedenoise"] if _cycles.with_openimagedenoise else []
    except (ImportError, AttributeError):
        return []


def gpus():
    found = []
    preferences = bpy.context.preferences.addons["cycles"].preferences
    for kind in GPU_KINDS:
        try:
            preferences.compute_device_type = kind
            getattr(preferences, "refresh_devices", preferences.get_devices)()
        except (TypeError, RuntimeError, ValueError):
            continue
        same = [device.name for device in preferences.devices if device.type == kind]
        found += [{"kind": kind.lower(), "name": name} for name in same]
    return found


def renders(engine, folder):
    """Returns whether the engine renders a picture of four by four pixels."""
    scene = bpy.context.scene
    render = scene.render
    if not any(is_set(render, name) for name in ENGINES[engine]):
        return False
    if engine == "cycles":
        scene.cycles.samples = 1
        scene.cycles.use_denoising = False
    if engine == "eevee":
        scene.eevee.taa_render_samples = 1
    if engine == "workbench":
        scene.display.render_aa = "OFF"
    render.resolution_x = render.resolution_y = 4
    render.resolution_percentage = 100
    render.filepath = os.path.join(folder, "try.png")
    try:
        bpy.ops.render.render(write_still=True)
    except RuntimeError:
        return False
    return os.path.isfile(render.filepath)


def is_set(render, name):
    try:
        render.engine = name
    except TypeError:
        return False
    return True


main()
