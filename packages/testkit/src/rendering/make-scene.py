"""Makes one scene, with the Blender that runs this, as a JSON in its last argument says."""

import json
import random
import sys

import bpy

wish = json.loads(sys.argv[-1])
bpy.ops.wm.read_factory_settings()
scene = bpy.context.scene
scene.render.engine = "CYCLES"
scene.render.resolution_x = wish["width"]
scene.render.resolution_y = wish["height"]
scene.render.resolution_percentage = 100
scene.render.image_settings.file_format = "PNG"
scene.cycles.samples = wish["samples"]
scene.cycles.use_denoising = False
scene.cycles.use_adaptive_sampling = False
scene.frame_start = 1
scene.frame_end = wish["frames"]

cube = bpy.data.objects["Cube"]
subdivision = cube.modifiers.new("Fine", "SUBSURF")
subdivision.subdivision_type = "SIMPLE"
subdivision.levels = 0
subdivision.render_levels = wish["subdivisions"]
moving = cube if wish["moves"] == "object" else bpy.data.objects["Camera"]
moving.keyframe_insert("rotation_euler", frame=1)
moving.rotation_euler[2] += 0.5 if moving is cube else 0.05
moving.keyframe_insert("rotation_euler", frame=max(2, wish["frames"]))


def sky():
    """No two pixels of it are alike, and none stays from frame to frame."""
    world = scene.world
    world.use_nodes = True
    world.cycles.sampling_method = "NONE"
    noise = world.node_tree.nodes.new("ShaderNodeTexNoise")
    noise.noise_dimensions = "4D"
    noise.inputs["Scale"].default_value = 40
    drift = noise.inputs["W"]
    drift.keyframe_insert("default_value", frame=1)
    drift.default_value += 9
    drift.keyframe_insert("default_value", frame=max(2, wish["frames"]))
    background = world.node_tree.nodes["Background"]
    world.node_tree.links.new(noise.outputs["Color"], background.inputs["Color"])


def ballast(mib):
    """Noise of so many MiB, packed as a file that nothing looks at."""
    noise = random.Random(0).randbytes(mib * 1024 * 1024)
    image = bpy.data.images.new("Ballast", 1, 1)
    image.use_fake_user = True
    image.pack(data=noise, data_len=len(noise))


HARM = """
import socket
for path in %(paths)r:
    try:
        open(path, "w").close()
    except OSError:
        pass
try:
    socket.create_connection(("127.0.0.1", %(port)d), timeout=2).close()
except OSError:
    pass
"""


def hostile(paths, port):
    """A script that runs at opening, a driver, and an output of the compositor: each would leave the sandbox."""
    text = bpy.data.texts.new("harm.py")
    text.write(HARM % {"paths": paths, "port": port})
    text.use_module = True
    driver = cube.driver_add("location", 0).driver
    driver.type = "SCRIPTED"
    driver.expression = "__import__('builtins').open(%r, 'w').close() or 0" % paths[0]
    scene.use_nodes = True
    files = scene.node_tree.nodes.new("CompositorNodeOutputFile")
    files.base_path = paths[0] + "-compositor"
    layers = next(node for node in scene.node_tree.nodes if node.bl_idname == "CompositorNodeRLayers")
    scene.node_tree.links.new(layers.outputs["Image"], files.inputs[0])


if wish["sky"]:
    sky()
if wish["ballastMib"]:
    ballast(wish["ballastMib"])
if not wish["camera"]:
    scene.camera = None
if wish["harm"]:
    hostile(**wish["harm"])

bpy.ops.wm.save_as_mainfile(filepath=wish["file"], check_existing=False, compress=wish["compress"])
