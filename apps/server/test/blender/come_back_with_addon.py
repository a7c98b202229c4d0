"""Opens a submitted file and continues with its job, in threads as a Blender with windows does."""

import json
import sys
import time

import bpy

bpy.ops.preferences.addon_enable(module="gridloom_addon")
import gridloom_addon  # Can be imported only once it is enabled.

server, key, folder = sys.argv[sys.argv.index("--") + 1 :]
preferences = bpy.context.preferences.addons["gridloom_addon"].preferences
preferences.server_url, preferences.api_key = server, key
gridloom_addon.AT_ONCE = False
State = gridloom_addon.State
settings = bpy.context.scene.gridloom
settings.folder = folder


def wait():
    while State.work is not None:
        time.sleep(0.02)
        gridloom_addon._pulse()


report = {}
bpy.ops.gridloom.refresh()
wait()
report["lines"] = gridloom_addon.job_lines(State.job)
bpy.ops.gridloom.download()
wait()
report["downloaded"] = State.message
bpy.ops.gridloom.move(to="cancel")
wait()
report["state"] = State.job["state"]
bpy.ops.gridloom.move(to="pause")
wait()
report["refused"] = [State.message, State.is_error]
bpy.ops.preferences.addon_disable(module="gridloom_addon")
report["gone"] = not hasattr(bpy.types.Scene, "gridloom")
print("REPORTED " + json.dumps(report))
