# SPDX-License-Identifier: Apache-2.0
"""Gridloom for Blender: renders the open file on other people's machines.

Install it under Edit > Preferences > Add-ons > Install, and enter an API key with the scopes `renders:read` and
`renders:write` there. Its panel is in Properties > Output > Gridloom. The open file is never changed: a copy of it is
saved into a temporary folder and uploaded in parts, and an interrupted upload is resumed. Requires only Blender.
"""

import hashlib
import http.client
import json
import os
import re
import subprocess
import tempfile
import threading
import urllib.error
import urllib.parse
import urllib.request
import webbrowser

import bpy

bl_info = {
    "name": "Gridloom",
    "author": "The Gridloom authors",
    "version": (0, 1, 0),
    "blender": (3, 4, 0),
    "location": "Properties > Output > Gridloom",
    "description": "Render the open file on Gridloom and download the frames",
    "category": "Render",
}

DEFAULT_SERVER = "http://localhost:3000"
# The server that serves this file writes its own address above.

BLOCK_BYTES = 8 * 1024 * 1024
STEP_BYTES = 4 * 1024 * 1024
FAILURES_MAX = 15
TIMEOUT_S = 120
POLL_S = 2.0
ENDINGS = {"png": "png", "openexr": "exr", "jpeg": "jpg"}
ENDED = {"completed", "cancelled"}

# Blender in background mode has no user interface to keep responsive: everything runs synchronously there.
AT_ONCE = bpy.app.background


# ---------------------------------------------------------------- requests to the server (no bpy in here)


class Refusal(Exception):
    """A refusal of the server; `code` is for the program, the text is for the user."""

    def __init__(self, code, text):
        super().__init__(text)
        self.code = code


class Unreachable(Exception):
    """The server does not answer, or the connection broke."""


class Stopped(Exception):
    """The user stopped the work."""


class Server:
    """Calls the API with an API key."""

    def __init__(self, url, key):
        self.url = url.strip().rstrip("/")
        self.key = key.strip()
        if urllib.parse.urlsplit(self.url).scheme not in ("http", "https"):
            raise Refusal("usage", "The server address must start with http:// or https://.")
        if not self.key:
            raise Refusal("usage", "Enter an API key in the add-on preferences.")

    def call(self, method, path, body=None):
        """Calls the API; returns the data of the response."""
        data = None if method in ("GET", "DELETE") else json.dumps(body or {}).encode()
        headers = {} if data is None else {"Content-Type": "application/json"}
        with self.open(method, path, data, headers) as answer:
            return json.loads(_read(answer))["data"]

    def send(self, path, offset, data):
        """Sends bytes by the tus protocol; returns the offset to continue from."""
        headers = {
            "Content-Type": "application/offset+octet-stream",
            "Tus-Resumable": "1.0.0",
            "Upload-Offset": str(offset),
        }
        with self.open("PATCH", path, data, headers) as answer:
            return int(answer.headers["Upload-Offset"])

    def save(self, path, file):
        """Downloads into a file, which appears once it is complete."""
        draft = file + ".part"
        with self.open("GET", path, None, {}) as answer, open(draft, "wb") as sink:
            announced = answer.headers.get("Content-Length")
            count = 0
            while True:
                part = _read(answer, 256 * 1024)
                if not part:
                    break
                sink.write(part)
                count += len(part)
        if announced is not None and count != int(announced):
            os.remove(draft)
            raise Unreachable("The download was interrupted.")
        os.replace(draft, file)

    def open(self, method, path, data, headers):
        request = urllib.request.Request(self.url + path, data=data, method=method)
        request.add_header("Authorization", "Bearer " + self.key)
        for name, value in headers.items():
            request.add_header(name, value)
        try:
            return _opener.open(request, timeout=TIMEOUT_S)
        except urllib.error.HTTPError as error:
            raise _refusal(error) from error
        except (OSError, http.client.HTTPException) as error:
            raise Unreachable(f"{self.url} is not responding: {error}") from error


def _read(answer, count=None):
    try:
        return answer.read(count)
    except (OSError, http.client.HTTPException) as error:
        raise Unreachable(f"The connection was lost: {error}") from error


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirect, so that the key is sent to the configured server only."""

    def redirect_request(self, *_):
        return None


_opener = urllib.request.build_opener(_NoRedirect)


def _refusal(error):
    try:
        said = json.loads(error.read())
        fields = "".join(f" {name}: {text}" for name, text in said.get("fields", {}).items())
        return Refusal(said["code"], said["error"] + fields)
    except (ValueError, KeyError, TypeError, AttributeError, OSError):
        code = "internal" if error.code >= 500 else "refused"
        return Refusal(code, f"The server returned HTTP {error.code}.")


def _may_pass(error):
    """Returns whether a retry can succeed."""
    passing = {"state_conflict", "too_many_requests", "internal", "not_ready"}
    return isinstance(error, Unreachable) or (isinstance(error, Refusal) and error.code in passing)


def upload(server, file, name, tell, stop):
    """Uploads a file unless the server has its content already; returns the scene."""
    size = os.path.getsize(file)
    hashes = []
    with open(file, "rb") as source:
        for block in iter(lambda: source.read(BLOCK_BYTES), b""):
            _check(stop)
            hashes.append(hashlib.sha256(block).hexdigest())
            tell("Reading the file", min(1.0, len(hashes) * BLOCK_BYTES / max(1, size)))
    announced = {"file_name": name, "size_bytes": size, "block_hashes": hashes}
    while True:
        begun = server.call("POST", "/api/render/uploads", announced)
        if begun["kind"] == "held":
            return begun["scene"]
        path = "/api/render/uploads/" + begun["upload"]["id"]
        _send_all(server, path, file, begun["upload"]["received_bytes"], tell, stop)
        scene = _finish(server, path, tell, stop)
        if scene is not None:
            return scene


def _send_all(server, path, file, offset, tell, stop):
    size = os.path.getsize(file)
    failures = 0
    with open(file, "rb") as source:
        while offset < size:
            _check(stop)
            tell("Uploading", offset / size)
            try:
                if failures:
                    offset = server.call("GET", path)["received_bytes"]
                source.seek(offset)
                data = source.read(STEP_BYTES)
                if data:
                    offset = server.send(path + "/bytes", offset, data)
                failures = 0
            except (Refusal, Unreachable) as error:
                failures += 1
                if failures > FAILURES_MAX or not _may_pass(error):
                    raise
                _pause(failures, stop)


def _finish(server, path, tell, stop):
    """Returns the scene; None if an earlier attempt finished it and its response was lost."""
    tell("Checking the scene", 1.0)
    failures = 0
    while True:
        _check(stop)
        try:
            return server.call("POST", path + "/finish")
        except (Refusal, Unreachable) as error:
            failures += 1
            if failures > 1 and isinstance(error, Refusal) and error.code == "not_found":
                return None
            if failures > FAILURES_MAX or not _may_pass(error):
                raise
            _pause(failures, stop)


def download_frames(server, job, folder, tell, stop):
    """Saves done frames that the folder lacks; returns how many it has then."""
    os.makedirs(folder, exist_ok=True)
    count = 0
    start = -2_000_000_000
    while True:
        path = f"/api/render/jobs/{job['taskId']}/frames"
        page = server.call("GET", f"{path}?from={start}&limit=500&state=done")
        for frame in page:
            _check(stop)
            number = frame["number"]
            file = os.path.join(folder, frame_name(job, number))
            if not (os.path.exists(file) and os.path.getsize(file) == frame["bytes"]):
                server.save(f"{path}/{number}/picture", file)
            count += 1
            tell("Downloading", count / max(1, job["frames_done"]))
        if len(page) < 500:
            return count
        start = page[-1]["number"] + 1


def frame_name(job, number):
    """Returns a name such as `scene_0007.png`."""
    stem = re.sub(r"[^\w. -]+", "_", os.path.splitext(job["fileName"])[0])
    return f"{stem}_{number:04d}.{ENDINGS[job['settings']['format']]}"


def _check(stop):
    if stop.is_set():
        raise Stopped("Stopped.")


def _pause(failures, stop):
    if stop.wait(min(30.0, 0.5 * 2 ** (failures - 1))):
        raise Stopped("Stopped.")


# ---------------------------------------------------------------- background work


class Work:
    """A task in a separate thread; only the main thread accesses Blender's data."""

    def __init__(self, run, done):
        self.text = "Starting"
        self.share = 0.0
        self.stop = threading.Event()
        self.error = None
        self.result = None
        self._run = run
        self._done = done
        self._thread = threading.Thread(target=self._work, name="gridloom", daemon=True)

    def tell(self, text, share):
        self.text, self.share = text, share

    def _work(self):
        try:
            self.result = self._run(self.tell, self.stop)
        except Exception as error:  # The panel shows any error.
            self.error = error

    def start(self):
        self._thread.start()

    def is_over(self):
        return not self._thread.is_alive()

    def end(self):
        """Passes the result on; called in the main thread."""
        if self.error is None:
            self._done(self.result)

    def run_here(self):
        self._work()
        self.end()
        if self.error is not None:
            raise self.error


class State:
    """State that the panel shows, beside the properties stored in the file."""

    work = None
    # The job that is polled every few seconds, and its server.
    watched = None
    is_looking = False
    job = None
    message = ""
    is_error = False


def begin(operator, run, done):
    """Starts a task and shows its progress; runs it synchronously if `AT_ONCE`."""
    if State.work is not None:
        operator.report({"WARNING"}, "Another task is in progress. Wait for it to finish, or stop it.")
        return {"CANCELLED"}
    work = Work(run, done)
    State.message, State.is_error = "", False
    if AT_ONCE:
        try:
            work.run_here()
        except Exception as error:
            operator.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        return {"FINISHED"}
    State.work = work
    work.start()
    _wake()
    return {"FINISHED"}


def _wake():
    if not bpy.app.timers.is_registered(_pulse):
        bpy.app.timers.register(_pulse, first_interval=0.1, persistent=True)


def _pulse():
    """Checks the task in the main thread; returns the seconds until the next check, or None to end."""
    work = State.work
    if work is not None and work.is_over():
        State.work = None
        try:
            work.end()
        except Exception as error:
            work.error = error
        if work.error is not None and not isinstance(work.error, Stopped):
            State.message, State.is_error = str(work.error), True
    _redraw()
    if State.work is not None:
        return 0.2
    return POLL_S if _watch() else None


def _watch():
    """Polls the job in the background. Returns whether to continue polling."""
    if State.watched is None or (State.job or {}).get("state") in ENDED:
        return False
    if State.is_looking:
        return True
    job_id, server = State.watched
    State.is_looking = True

    def look():
        try:
            job = server.call("GET", f"/api/render/jobs/{job_id}")["job"]
            if State.watched is not None and State.watched[0] == job_id:
                State.job = job
        except Unreachable:
            pass  # The next look may reach it.
        except Refusal as error:
            State.watched = None
            State.message, State.is_error = str(error), True
        finally:
            State.is_looking = False

    threading.Thread(target=look, name="gridloom-look", daemon=True).start()
    return True


def _redraw():
    for window in bpy.context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == "PROPERTIES":
                area.tag_redraw()


# ---------------------------------------------------------------- the open file


def preferences():
    return bpy.context.preferences.addons[__name__].preferences


def connect():
    if getattr(bpy.app, "online_access", True) is False:
        raise Refusal("offline", "Enable Allow Online Access in Preferences > System > Network.")
    own = preferences()
    return Server(own.server_url, own.api_key)


def scene_name():
    base = os.path.basename(bpy.data.filepath)
    return base if base.endswith(".blend") else "untitled.blend"


def save_copy(folder):
    """Saves a copy of the open file in its current state; the file on disk does not change."""
    file = os.path.join(folder, "scene.blend")
    bpy.ops.wm.save_as_mainfile(filepath=file, copy=True, compress=True, relative_remap=True)
    return file


PACK = """
import bpy
for pack in (bpy.ops.file.pack_all, bpy.ops.file.pack_libraries):
    try:
        pack()
    except RuntimeError as error:
        print('gridloom: not packed:', error)
bpy.ops.wm.save_mainfile(compress=True)
"""


def pack(binary, file):
    """Packs textures, fonts, sounds and libraries into the copy. Another Blender does it, so the open one is unchanged."""
    if not binary:
        raise Refusal("usage", "Packing is not available when Blender runs as a Python module. Turn off Pack resources.")
    words = [binary, "--background", "--factory-startup", "--disable-autoexec", file]
    words += ["--python-exit-code", "3", "--python-expr", PACK]
    done = subprocess.run(words, capture_output=True, timeout=600, check=False)
    if done.returncode != 0:
        raise Refusal("failed", "Packing failed. Pack the resources with File > External Data, then turn off Pack resources and submit again.")


def remember_job(origin, job_id):
    """Stores the job's id in its scene, unless another file was opened meanwhile."""
    file, name = origin
    scene = bpy.data.scenes.get(name)
    if bpy.data.filepath == file and scene is not None:
        scene.gridloom.job_id = job_id


def wanted_frames(scene, settings):
    if settings.which == "CURRENT":
        return str(scene.frame_current)
    if settings.which == "CUSTOM":
        return settings.frames.strip()
    if scene.frame_end <= scene.frame_start:
        return str(scene.frame_start)
    return f"{scene.frame_start}-{scene.frame_end}"


# ---------------------------------------------------------------- user interface


class GridloomPreferences(bpy.types.AddonPreferences):
    bl_idname = __name__

    server_url: bpy.props.StringProperty(
        name="Server", default=DEFAULT_SERVER, description="Address of the Gridloom server"
    )
    api_key: bpy.props.StringProperty(
        name="API key",
        subtype="PASSWORD",
        description="An API key with the scopes renders:read and renders:write. Create one in your account",
    )

    def draw(self, _context):
        self.layout.prop(self, "server_url")
        self.layout.prop(self, "api_key")
        if self.server_url.startswith("http://") and "//localhost" not in self.server_url:
            self.layout.label(text="The connection to this address is not encrypted.", icon="ERROR")


class GridloomSettings(bpy.types.PropertyGroup):
    which: bpy.props.EnumProperty(
        name="Frames",
        items=(
            ("RANGE", "Frame range", "The frame range of the scene"),
            ("CURRENT", "Current frame", "Only the current frame"),
            ("CUSTOM", "Custom", "For example 1-100,120"),
        ),
    )
    frames: bpy.props.StringProperty(name="List", default="1-10", description="For example 1-100,120")
    budget: bpy.props.FloatProperty(
        name="Budget (USD)",
        default=2.0,
        min=0.0,
        soft_max=100.0,
        precision=2,
        description="The maximum cost. Set 0 to upload only and continue in the browser",
    )
    pack: bpy.props.BoolProperty(
        name="Pack resources",
        default=True,
        description="Include textures, fonts, sounds and libraries in the upload. The open file is not changed",
    )
    folder: bpy.props.StringProperty(
        name="Output folder", subtype="DIR_PATH", default="//gridloom/", description="The folder that frames are saved to"
    )
    job_id: bpy.props.StringProperty(name="Job")


class GRIDLOOM_OT_submit(bpy.types.Operator):
    """Upload a copy of the open file and render it within the budget"""

    bl_idname = "gridloom.submit"
    bl_label = "Render on Gridloom"

    def execute(self, context):
        scene = context.scene
        settings = scene.gridloom
        try:
            server = connect()
            folder = tempfile.TemporaryDirectory(prefix="gridloom-")
            file = save_copy(folder.name)
        except (Refusal, RuntimeError) as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        name = scene_name()
        frames = wanted_frames(scene, settings)
        step = scene.frame_step if settings.which == "RANGE" else 1
        budget = round(settings.budget * 1_000_000)
        binary = bpy.app.binary_path if settings.pack else None
        wants_packing = settings.pack
        # Not the scene itself: a Blender reference may be invalid when the task is over.
        origin = (bpy.data.filepath, scene.name)

        def run(tell, stop):
            with folder:
                tell("Connecting", 0.0)
                server.call("GET", "/api/render/jobs?page=1&page_size=1")
                if wants_packing:
                    tell("Packing resources", 0.0)
                    pack(binary, file)
                uploaded = upload(server, file, name, tell, stop)
            job = server.call("POST", "/api/render/jobs", {"scene_id": uploaded["id"]})
            path = "/api/render/jobs/" + job["taskId"]
            wanted = {**job["settings"], "frames": frames, "step": step}
            if wanted != job["settings"]:
                job = server.call("PATCH", path, {"settings": wanted})
            if budget > 0:
                job = server.call("POST", path + "/start", {"budget_micro_usd": budget})
            return job

        def done(job):
            remember_job(origin, job["taskId"])
            State.job = job
            State.watched = (job["taskId"], server)
            State.message = "Submitted." if budget > 0 else "Uploaded. Continue in the browser."

        return begin(self, run, done)


class GRIDLOOM_OT_refresh(bpy.types.Operator):
    """Refresh the status of the job"""

    bl_idname = "gridloom.refresh"
    bl_label = "Refresh"

    @classmethod
    def poll(cls, context):
        return context.scene.gridloom.job_id != ""

    def execute(self, context):
        job_id = context.scene.gridloom.job_id
        try:
            server = connect()
        except Refusal as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}

        def run(tell, _stop):
            tell("Refreshing", 0.0)
            return server.call("GET", f"/api/render/jobs/{job_id}")["job"]

        def done(job):
            State.job = job
            State.watched = (job_id, server)

        return begin(self, run, done)


class GRIDLOOM_OT_download(bpy.types.Operator):
    """Save the finished frames; frames that are already in the folder are skipped"""

    bl_idname = "gridloom.download"
    bl_label = "Download frames"

    @classmethod
    def poll(cls, context):
        return context.scene.gridloom.job_id != ""

    def execute(self, context):
        settings = context.scene.gridloom
        job_id = settings.job_id
        if settings.folder.startswith("//") and not bpy.data.filepath:
            self.report({"ERROR"}, "Save the file first, or choose an absolute output folder.")
            return {"CANCELLED"}
        folder = bpy.path.abspath(settings.folder)
        try:
            server = connect()
        except Refusal as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}

        def run(tell, stop):
            job = server.call("GET", f"/api/render/jobs/{job_id}")["job"]
            return job, download_frames(server, job, folder, tell, stop)

        def done(result):
            State.job, count = result
            State.message = f"{count} of {State.job['frames_total']} frames saved to {folder}"

        return begin(self, run, done)


class GRIDLOOM_OT_move(bpy.types.Operator):
    """Pause, resume or cancel the job"""

    bl_idname = "gridloom.move"
    bl_label = "Change job"

    to: bpy.props.EnumProperty(
        items=(("pause", "Pause", ""), ("resume", "Resume", ""), ("cancel", "Cancel", ""))
    )

    @classmethod
    def poll(cls, context):
        return context.scene.gridloom.job_id != ""

    def invoke(self, context, event):
        if self.to != "cancel":
            return self.execute(context)
        return context.window_manager.invoke_confirm(self, event)

    def execute(self, context):
        path = f"/api/render/jobs/{context.scene.gridloom.job_id}/{self.to}"
        try:
            server = connect()
        except Refusal as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}

        def done(job):
            State.job = job
            State.watched = (job["taskId"], server)

        return begin(self, lambda tell, stop: server.call("POST", path), done)


class GRIDLOOM_OT_stop(bpy.types.Operator):
    """Stop the current task; an upload is resumed the next time"""

    bl_idname = "gridloom.stop"
    bl_label = "Stop"

    def execute(self, _context):
        if State.work is not None:
            State.work.stop.set()
        return {"FINISHED"}


class GRIDLOOM_OT_open_page(bpy.types.Operator):
    """Open the job in the browser"""

    bl_idname = "gridloom.open_page"
    bl_label = "Open in browser"

    @classmethod
    def poll(cls, context):
        return context.scene.gridloom.job_id != ""

    def execute(self, context):
        is_draft = (State.job or {}).get("state") in ("draft", "testing", "tested")
        page = "config" if is_draft else "process"
        base = preferences().server_url.rstrip("/")
        webbrowser.open(f"{base}/render/{page}/{context.scene.gridloom.job_id}")
        return {"FINISHED"}


class GRIDLOOM_PT_panel(bpy.types.Panel):
    bl_idname = "GRIDLOOM_PT_panel"
    bl_label = "Gridloom"
    bl_space_type = "PROPERTIES"
    bl_region_type = "WINDOW"
    bl_context = "output"

    def draw(self, context):
        settings = context.scene.gridloom
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        if not preferences().api_key:
            layout.label(text="Enter an API key in the add-on preferences.", icon="INFO")
        column = layout.column()
        column.enabled = State.work is None
        column.prop(settings, "which")
        if settings.which == "CUSTOM":
            column.prop(settings, "frames")
        column.prop(settings, "budget")
        column.prop(settings, "pack")
        column.prop(settings, "folder")
        column.operator(GRIDLOOM_OT_submit.bl_idname, icon="RENDER_ANIMATION")
        self.draw_work(layout)
        if settings.job_id:
            self.draw_job(layout, settings)

    @staticmethod
    def draw_work(layout):
        if State.work is not None:
            row = layout.row()
            row.label(text=f"{State.work.text}: {State.work.share:.0%}", icon="TIME")
            row.operator(GRIDLOOM_OT_stop.bl_idname, text="", icon="X")
        elif State.message:
            layout.label(text=State.message, icon="ERROR" if State.is_error else "INFO")

    @staticmethod
    def draw_job(layout, settings):
        box = layout.box()
        job = State.job
        if job is None or job["taskId"] != settings.job_id:
            box.operator(GRIDLOOM_OT_refresh.bl_idname, icon="FILE_REFRESH")
            return
        for line in job_lines(job):
            box.label(text=line)
        row = box.row(align=True)
        if job["state"] == "rendering":
            row.operator(GRIDLOOM_OT_move.bl_idname, text="Pause", icon="PAUSE").to = "pause"
        if job["state"] == "paused":
            row.operator(GRIDLOOM_OT_move.bl_idname, text="Resume", icon="PLAY").to = "resume"
        if job["state"] in ("rendering", "paused", "testing"):
            row.operator(GRIDLOOM_OT_move.bl_idname, text="Cancel", icon="CANCEL").to = "cancel"
        row.operator(GRIDLOOM_OT_refresh.bl_idname, text="", icon="FILE_REFRESH")
        box.operator(GRIDLOOM_OT_download.bl_idname, icon="IMPORT")
        box.operator(GRIDLOOM_OT_open_page.bl_idname, icon="URL")


def job_lines(job):
    """Returns the state of a job in a few lines."""
    done, total = job["frames_done"], job["frames_total"]
    failed = f", {job['frames_failed']} failed" if job["frames_failed"] else ""
    cost = f"${job['charged_micro_usd'] / 1e6:.4f} of ${job['budget_micro_usd'] / 1e6:.2f}"
    lines = [f"{job['state'].capitalize()}: {done} of {total} frames{failed}", cost]
    if job["reason"] is not None:
        lines.append(job["reason"]["text"])
    if job["eta_s"] is not None:
        minutes, seconds = divmod(job["eta_s"], 60)
        lines.append(f"About {minutes} min {seconds} s left on {job['machines_now']} machines")
    return lines


CLASSES = (
    GridloomPreferences,
    GridloomSettings,
    GRIDLOOM_OT_submit,
    GRIDLOOM_OT_refresh,
    GRIDLOOM_OT_download,
    GRIDLOOM_OT_move,
    GRIDLOOM_OT_stop,
    GRIDLOOM_OT_open_page,
    GRIDLOOM_PT_panel,
)


def register():
    for cls in CLASSES:
        bpy.utils.register_class(cls)
    bpy.types.Scene.gridloom = bpy.props.PointerProperty(type=GridloomSettings)


def unregister():
    if State.work is not None:
        State.work.stop.set()
        State.work = None
    State.watched = None
    if bpy.app.timers.is_registered(_pulse):
        bpy.app.timers.unregister(_pulse)
    del bpy.types.Scene.gridloom
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)


if __name__ == "__main__":
    register()
