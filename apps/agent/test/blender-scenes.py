"""Makes the scenes that the driver's tests render, with the Blender that runs this, in the folder of its arguments."""

import os
import sys

import bpy

FOLDER = sys.argv[-2]
PORT = int(sys.argv[-1])


def fresh():
    bpy.ops.wm.read_factory_settings()
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.resolution_x = 64
    scene.render.resolution_y = 36
    scene.render.image_settings.file_format = "PNG"
    scene.cycles.samples = 4
    scene.cycles.use_denoising = False
    scene.cycles.use_adaptive_sampling = False
    cube = bpy.data.objects["Cube"]
    cube.keyframe_insert("rotation_euler", frame=1)
    cube.rotation_euler = (1, 2, 3)
    cube.keyframe_insert("rotation_euler", frame=3)
    scene.frame_end = 2
    return scene


def keep(name):
    bpy.ops.wm.save_as_mainfile(filepath=os.path.join(FOLDER, name), check_existing=False)


def plain():
    scene = fresh()
    other = bpy.data.objects.new("Other camera", bpy.data.cameras.new("Other"))
    other.location = (0, 0, 9)
    scene.collection.objects.link(other)
    scene.render.image_settings.color_depth = "8"
    keep("plain.blend")


def no_camera():
    fresh().camera = None
    keep("no-camera.blend")


def hungry():
    fresh()
    modifier = bpy.data.objects["Cube"].modifiers.new("Fine", "SUBSURF")
    modifier.levels = 0
    modifier.render_levels = 11
    keep("hungry.blend")


def hostile():
    """A script and a driver that run when the file is opened with scripts enabled: both record what they could do."""
    fresh()
    text = bpy.data.texts.new("run.py")
    text.write(HARM % PORT)
    text.use_module = True
    driver = bpy.data.objects["Cube"].driver_add("location", 0).driver
    driver.type = "SCRIPTED"
    driver.expression = "__import__('builtins').open('/out/driver','w').close() or 0"
    keep("hostile.blend")


HARM = """
import json, os, socket

def tries(act):
    try:
        act()
        return "could"
    except OSError:
        return "could not"

def reach(host, port):
    socket.create_connection((host, port), timeout=2).close()

said = {path: tries(lambda: open(path, "w").close()) for path in ("/scene/x", "/in/x", "/usr/x", "/etc/x", "/x")}
said["shadow"] = tries(lambda: open("/etc/shadow").close())
said["here"] = tries(lambda: reach("127.0.0.1", %d))
said["there"] = tries(lambda: reach("1.1.1.1", 443))
said["user"] = os.getuid()
said["processes"] = len([name for name in os.listdir("/proc") if name.isdigit()])
with open("/out/script", "w") as file:
    json.dump(said, file)
"""


def outputs():
    """A compositor that inverts colours, and writes a file of its own to an absolute path."""
    scene = fresh()
    scene.use_nodes = True
    tree = scene.node_tree
    layers = next(node for node in tree.nodes if node.bl_idname == "CompositorNodeRLayers")
    composite = next(node for node in tree.nodes if node.bl_idname == "CompositorNodeComposite")
    invert = tree.nodes.new("CompositorNodeInvert")
    tree.links.new(layers.outputs["Image"], invert.inputs["Color"])
    tree.links.new(invert.outputs["Color"], composite.inputs["Image"])
    files = tree.nodes.new("CompositorNodeOutputFile")
    files.base_path = "/out/stolen"
    tree.links.new(layers.outputs["Image"], files.inputs[0])
    scene.render.image_settings.file_format = "FFMPEG"
    keep("outputs.blend")


plain()
no_camera()
hungry()
hostile()
if bpy.app.version < (5, 0):
    outputs()
