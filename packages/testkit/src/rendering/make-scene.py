"""Makes one scene, with the Blender that runs this, as a JSON in its last argument says."""

import json
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

bpy.ops.wm.save_as_mainfile(filepath=wish["file"], check_existing=False, compress=True)
