"""Installs the add-on as a user would, creates a scene with its own texture, and submits it."""

import hashlib
import json
import os
import sys

import bpy

addon, server, key, folder = sys.argv[sys.argv.index("--") + 1 :]
bpy.ops.preferences.addon_install(filepath=addon)
bpy.ops.preferences.addon_enable(module="gridloom_addon")
preferences = bpy.context.preferences.addons["gridloom_addon"].preferences
report = {"server": preferences.server_url}

image = bpy.data.images.new("texture", 4, 4)
image.filepath_raw = os.path.join(folder, "texture.png")
image.file_format = "PNG"
image.save()
image.filepath = image.filepath_raw
image.source = "FILE"
image.use_fake_user = True
scene = bpy.context.scene
scene.frame_start, scene.frame_end = 1, 3
scene.render.resolution_x, scene.render.resolution_y = 64, 36
file = os.path.join(folder, "street.blend")
bpy.ops.wm.save_as_mainfile(filepath=file)


def digest():
    with open(file, "rb") as source:
        return hashlib.sha256(source.read()).hexdigest()


def refusal(operator):
    try:
        operator()
        return None
    except RuntimeError as error:
        return str(error).strip()


before = digest()
preferences.server_url = server
report["without_key"] = refusal(bpy.ops.gridloom.submit)
preferences.api_key = "glk_wrong"
report["wrong_key"] = refusal(bpy.ops.gridloom.submit)
preferences.api_key = key
preferences.server_url = "http://127.0.0.1:9"
report["no_server"] = refusal(bpy.ops.gridloom.submit)
preferences.server_url = server
scene.gridloom.budget = 1.5
bpy.ops.gridloom.submit()
report["job"] = scene.gridloom.job_id
report["unchanged"] = digest() == before and image.packed_file is None and bpy.data.filepath == file
bpy.ops.wm.save_mainfile()
print("REPORTED " + json.dumps(report))
