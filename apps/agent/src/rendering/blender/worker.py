"""Runs inside Blender, or under the bpy module, in the sandbox: opens one scene with its scripts off, then renders
the parts that it reads from standard input, one line of JSON each. Blender prints to standard output too, so answers
begin with a marker that no scene knows. Blender 3.4 to 5.x; no part of this script comes from the scene's own text.
"""

import ctypes
import json
import os
import sys
import time

import bpy

FORMATS = {"png": ("PNG",), "jpeg": ("JPEG",), "openexr": ("OPEN_EXR", "OPEN_EXR_MULTILAYER")}
# The lossless codecs that the control plane can read: it inspects every picture.
EXR_CODECS = ("NONE", "RLE", "ZIPS", "ZIP")
ENGINES = {
    "cycles": ("CYCLES",),
    "eevee": ("BLENDER_EEVEE_NEXT", "BLENDER_EEVEE"),
    "workbench": ("BLENDER_WORKBENCH",),
}
PICTURE_FD = 4
GPU_KINDS = ("OPTIX", "CUDA", "HIP", "ONEAPI", "METAL")
# Stamps that are written into a picture if the scene has them; all others would disclose the machine, or vary with it.
STAMPS_KEPT = ("camera", "frame", "frame_range", "lens", "marker", "note", "scene", "sequencer_strip")


class Problem(Exception):
    def __init__(self, code, text):
        super().__init__(text)
        self.code = code
        self.text = text


def main():
    with open(sys.argv[-1]) as file:
        order = json.load(file)
    say = speaker(order["marker"])
    try:
        open_scene(order)
        scene = use_scene(order["settings"])
        apply_settings(scene, order["settings"])
        scene.render.threads_mode = "FIXED"
        scene.render.threads = order["threads"]
    except Problem as problem:
        say({"event": "failed", "code": problem.code, "text": problem.text})
        return
    bpy.app.handlers.render_stats.append(tell_progress)
    usual = usual_of(scene)
    say({"event": "opened"})
    for line in sys.stdin:
        said = json.loads(line)
        try:
            started = time.monotonic()
            work = merge if said["do"] == "merge" else render
            picture = work(scene, order, said, usual)
            seconds = time.monotonic() - started
            size = os.path.getsize(picture)
            with open(picture, "rb") as file:
                # Once the reader has the last byte, the file must be gone already.
                os.remove(picture)
                say({"event": "done", "seconds": seconds, "bytes": size})
                if size <= order["output_bytes_max"]:
                    give(file)
        except Problem as problem:
            say({"event": "failed", "code": problem.code, "text": problem.text})
        except RuntimeError as error:
            say({"event": "failed", "code": None, "text": str(error)})


def speaker(marker):
    def say(event):
        sys.stdout.flush()
        ctypes.CDLL(None).fflush(None)
        os.write(1, ("\n%s %s\n" % (marker, json.dumps(event))).encode())

    return say


def give(file):
    """Writes the picture to a pipe of the agent, which cannot read files in the sandbox."""
    while True:
        data = file.read(1 << 20)
        if not data:
            return
        while data:
            data = data[os.write(PICTURE_FD, data) :]


def tell_progress(text, *_):
    """Prints the progress, which Blender 5 passes to handlers and older versions print."""
    if isinstance(text, str):
        os.write(1, ("Fra: | %s\n" % text).encode())


def open_scene(order):
    if order["scene_file"] is None:
        sys.path.insert(0, os.path.dirname(sys.argv[-1]))
        import canary

        canary.build(order["canary"])
        return
    path = order["scene_file"]
    if not os.path.isfile(path):
        raise Problem("scene_missing", "The .blend file does not exist in the scene.")
    with open(path, "rb") as file:
        if file.read(9) == b"BLENDER17" and bpy.app.version < (5, 0):
            raise Problem("blender_too_old", too_old_text("5.0 or newer"))
    try:
        bpy.ops.wm.open_mainfile(filepath=path, load_ui=False, use_scripts=False)
    except RuntimeError as error:
        text = "Blender cannot read the file. It is damaged or was saved by a newer version. Blender message: %s"
        raise Problem("file_broken", text % error)
    if tuple(bpy.data.version[:2]) > tuple(bpy.app.version[:2]):
        raise Problem("blender_too_old", too_old_text("%d.%d" % tuple(bpy.data.version[:2])))


def too_old_text(version):
    return "The file was saved by Blender %s, but this machine has Blender %s." % (version, bpy.app.version_string)


def use_scene(settings):
    scene = bpy.data.scenes.get(settings["scene"]) if settings["scene"] else bpy.context.scene
    if scene is None:
        raise Problem("file_broken", "The selected scene does not exist in the file.")
    if bpy.context.window is not None:
        bpy.context.window.scene = scene
    return scene


def apply_settings(scene, settings):
    render = scene.render
    use_camera(scene, settings["camera"])
    render.resolution_x = settings["width"]
    render.resolution_y = settings["height"]
    render.resolution_percentage = settings["percentage"]
    use_engine(scene, settings)
    use_format(scene, FORMATS[settings["format"]])
    render.use_compositing = settings["compositing"]
    render.use_overwrite = True
    render.use_placeholder = False
    render.use_file_extension = False
    render.use_multiview = False
    render.use_border = False
    render.use_persistent_data = True
    quiet_stamps(render)
    mute_scripts_and_outputs(settings["compositing"])


def use_camera(scene, name):
    if name and (scene.camera is None or scene.camera.name != name):
        camera = scene.objects.get(name)
        if camera is None or camera.type != "CAMERA":
            raise Problem("no_camera", "The selected camera does not exist in the scene.")
        scene.camera = camera
        for marker in scene.timeline_markers:
            marker.camera = None
    strips = scene.render.use_sequencer and strips_of(scene)
    if scene.camera is None and not strips and not any(m.camera for m in scene.timeline_markers):
        raise Problem("no_camera", "The scene has no camera.")


def strips_of(scene):
    editor = scene.sequence_editor
    if editor is None:
        return False
    # Renamed in Blender 4.4.
    return len(editor.strips_all if hasattr(editor, "strips_all") else editor.sequences_all) > 0


def use_engine(scene, settings):
    if not any(is_set(scene.render, "engine", name) for name in ENGINES[settings["engine"]]):
        text = "Blender on this machine does not have the render engine %s." % settings["engine"]
        raise Problem("engine_missing", text)
    samples = settings["samples"]
    if settings["engine"] == "eevee" and samples is not None:
        scene.eevee.taa_render_samples = samples
    if settings["engine"] != "cycles":
        return
    cycles = scene.cycles
    if samples is not None:
        cycles.samples = samples
    # With a time limit, every machine would render a different picture.
    set_if_there(cycles, "time_limit", 0.0)
    use_device(cycles, settings["device"])
    use_denoiser(cycles, settings["denoise"])


def use_device(cycles, device):
    cycles.device = "CPU"
    if device == "cpu":
        return
    preferences = bpy.context.preferences.addons["cycles"].preferences
    for kind in GPU_KINDS:
        if not is_set(preferences, "compute_device_type", kind):
            continue
        # Fills `devices`. get_devices() alone does not suffice in all versions.
        getattr(preferences, "refresh_devices", preferences.get_devices)()
        if any(found.type == kind for found in preferences.devices):
            for found in preferences.devices:
                found.use = found.type == kind
            cycles.device = "GPU"
            return
    raise Problem("gpu_failed", "Blender does not find a GPU on this machine.")


def use_denoiser(cycles, wanted):
    cycles.use_denoising = wanted
    if not wanted or cycles.device == "GPU" and cycles.denoiser == "OPTIX":
        return
    if not is_set(cycles, "denoiser", "OPENIMAGEDENOISE"):
        raise Problem("denoiser_missing", "Blender on this machine has no denoiser.")


def use_format(scene, names):
    image = scene.render.image_settings
    if image.file_format not in names:
        # From 5.0 on, formats are grouped by media type; videos become pictures here.
        media = "MULTI_LAYER_IMAGE" if names[0].endswith("LAYER") else "IMAGE"
        set_if_there(image, "media_type", media)
        image.file_format = names[0]
    if image.file_format.startswith("OPEN_EXR") and image.exr_codec not in EXR_CODECS:
        image.exr_codec = "ZIP"


def quiet_stamps(render):
    for name in dir(render):
        word = name[len("use_stamp_"):] if name.startswith("use_stamp_") else ""
        if word and not (render.use_stamp and word in STAMPS_KEPT):
            set_if_there(render, name, False)


def mute_scripts_and_outputs(compositing):
    for tree in compositor_trees():
        for node in tree.nodes:
            if node.bl_idname == "CompositorNodeOutputFile":
                node.mute = True
            if node.bl_idname == "CompositorNodeDenoise" and not node.mute and compositing:
                need_openimagedenoise()
    for scene in bpy.data.scenes:
        for layer in scene.view_layers:
            for module in layer.freestyle_settings.modules:
                module.use = False


def compositor_trees():
    trees = [group for group in bpy.data.node_groups if group.bl_idname == "CompositorNodeTree"]
    older = [] if has_compositing_groups() else bpy.data.scenes
    return trees + [scene.node_tree for scene in older if scene.node_tree]


def has_compositing_groups():
    """Returns whether a scene's compositor is a node group, as from 5.0 on."""
    return "compositing_node_group" in bpy.types.Scene.bl_rna.properties


def need_openimagedenoise():
    if "OPENIMAGEDENOISE" not in denoisers():
        raise Problem("denoiser_missing", "The compositor of the scene uses denoising, but Blender on this machine has no denoiser.")


def denoisers():
    try:
        import _cycles

        return ["OPENIMAGEDENOISE"] if _cycles.with_openimagedenoise else []
    except (ImportError, AttributeError):
        return []


def usual_of(scene):
    """Returns the values that parts change, as the settings left them."""
    image = scene.render.image_settings
    kept = {"media_type": getattr(image, "media_type", None), "file_format": image.file_format}
    kept["color_depth"] = image.color_depth
    cycles = scene.cycles if scene.render.engine == "CYCLES" else None
    names = ("samples", "use_adaptive_sampling", "use_denoising", "sample_offset", "use_sample_subset")
    kept_cycles = {name: getattr(cycles, name) for name in names if hasattr(cycles, name)}
    return {
        "image": kept,
        "cycles": kept_cycles,
        "use_compositing": scene.render.use_compositing,
        "use_sequencer": scene.render.use_sequencer,
    }


def go_back(scene, usual):
    for name, value in usual["image"].items():
        if value is not None:
            setattr(scene.render.image_settings, name, value)
    for name, value in usual["cycles"].items():
        setattr(scene.cycles, name, value)
    scene.render.use_compositing = usual["use_compositing"]
    scene.render.use_sequencer = usual["use_sequencer"]
    scene.render.use_border = False


def render(scene, order, said, usual):
    go_back(scene, usual)
    if said["region"] is not None:
        use_region(scene.render, said)
    if said["sample_range"] is not None:
        use_sample_range(scene, said["sample_range"], usual["cycles"].get("use_denoising", False))
    scene.frame_set(said["frame"])
    return save(scene, order, said["out"])


def use_region(render, said):
    region = said["region"]
    width = render.resolution_x * render.resolution_percentage // 100
    height = render.resolution_y * render.resolution_percentage // 100
    # Blender multiplies and truncates: half a pixel more prevents the loss of a whole one by rounding.
    render.border_min_x = (region["x"] + 0.5) / width
    render.border_max_x = min(1.0, (region["x"] + region["width"] + 0.5) / width)
    bottom = height - region["y"] - region["height"]
    render.border_min_y = (bottom + 0.5) / height
    render.border_max_y = min(1.0, (bottom + region["height"] + 0.5) / height)
    render.use_border = True
    # 8-bit pictures are dithered by a pixel's position in the file: the agent crops them later.
    render.use_crop_to_border = not said["uncropped"]


def use_sample_range(scene, sample_range, denoise):
    if scene.render.engine != "CYCLES" or not hasattr(scene.cycles, "sample_offset"):
        raise Problem("blender_too_old", "This version of Blender cannot render a range of samples.")
    scene.cycles.sample_offset = sample_range["offset"]
    if hasattr(scene.cycles, "use_sample_subset"):
        # From 4.4 on, a range is a subset of all samples, whose number determines the sample pattern.
        scene.cycles.use_sample_subset = True
        scene.cycles.sample_subset_length = sample_range["count"]
    else:
        scene.cycles.samples = sample_range["count"]
    scene.cycles.use_adaptive_sampling = False
    scene.cycles.use_denoising = False
    for layer in scene.view_layers:
        layer.cycles.denoising_store_passes = denoise
    scene.render.use_compositing = False
    scene.render.use_sequencer = False
    use_format(scene, ("OPEN_EXR_MULTILAYER",))
    scene.render.image_settings.color_depth = "32"


def save(scene, order, name):
    path = os.path.join(order["out_folder"], name)
    scene.render.filepath = path + ".part"
    bpy.ops.render.render(write_still=True, scene=scene.name)
    if not os.path.isfile(path + ".part"):
        raise Problem(None, "Blender saved no picture.")
    os.rename(path + ".part", path)
    return path


def merge(scene, order, said, usual):
    """Merges ranges two at a time, weighted by their samples; then runs a pass without rendering."""
    go_back(scene, usual)
    merged = said["inputs"][0]
    for number, name in enumerate(said["inputs"][1:]):
        together = os.path.join(order["out_folder"], "merged_%d.exr" % number)
        try:
            bpy.ops.cycles.merge_images(
                input_filepath1=merged, input_filepath2=name, output_filepath=together
            )
        except RuntimeError as error:
            raise Problem("merge_failed", str(error))
        if number > 0:
            os.remove(merged)
        merged = together
    if scene.render.use_compositing is False:
        forget_compositor(scene)
    compose(scene, bpy.data.images.load(merged), usual["cycles"]["use_denoising"])
    scene.render.use_compositing = True
    scene.frame_set(said["frame"])
    return save(scene, order, said["out"])


def forget_compositor(scene):
    if has_compositing_groups():
        scene.compositing_node_group = None
    elif scene.node_tree:
        scene.node_tree.nodes.clear()


def compose(scene, image, denoise):
    """Replaces every node of the rendered picture by a node of the merged one."""
    tree = compositor_of(scene)
    for old in [node for node in tree.nodes if node.bl_idname == "CompositorNodeRLayers"]:
        new = tree.nodes.new("CompositorNodeImage")
        new.image = image
        if getattr(new, "has_layers", False):
            new.layer = old.layer
        sources = dict(new.outputs.items())
        sources["Image"] = denoised(tree, new) if denoise else new.outputs["Combined"]
        for link in [link for link in tree.links if link.from_node == old]:
            if link.from_socket.name in sources:
                tree.links.new(sources[link.from_socket.name], link.to_socket)
        tree.nodes.remove(old)


def denoised(tree, source):
    need_openimagedenoise()
    node = tree.nodes.new("CompositorNodeDenoise")
    tree.links.new(source.outputs["Combined"], node.inputs["Image"])
    for name in ("Normal", "Albedo"):
        if "Denoising " + name in source.outputs:
            tree.links.new(source.outputs["Denoising " + name], node.inputs[name])
    return node.outputs["Image"]


def compositor_of(scene):
    """Returns the scene's compositor tree; a plain one if it has none."""
    if has_compositing_groups():
        if scene.compositing_node_group is None:
            tree = bpy.data.node_groups.new("merged", "CompositorNodeTree")
            tree.interface.new_socket("Image", in_out="OUTPUT", socket_type="NodeSocketColor")
            scene.compositing_node_group = tree
            link_plain(tree, "NodeGroupOutput")
        return scene.compositing_node_group
    scene.use_nodes = True
    if not any(node.bl_idname == "CompositorNodeComposite" for node in scene.node_tree.nodes):
        link_plain(scene.node_tree, "CompositorNodeComposite")
    return scene.node_tree


def link_plain(tree, output):
    source = tree.nodes.new("CompositorNodeRLayers")
    tree.links.new(source.outputs["Image"], tree.nodes.new(output).inputs["Image"])


def is_set(owner, name, value):
    try:
        setattr(owner, name, value)
    except TypeError:
        return False
    return True


def set_if_there(owner, name, value):
    try:
        setattr(owner, name, value)
    except (AttributeError, TypeError):
        pass


main()
