import bpy, math, sys
bpy.ops.wm.read_factory_settings(use_empty=True)
S = bpy.context.scene
N_WARP, N_WEFT, STEP, AMP = 22, 14, 1.0, 0.17

def material(name, colour, rough, metal=0.0, emit=None, sheen=0.0):
    m = bpy.data.materials.new(name); m.use_nodes = True
    b = m.node_tree.nodes['Principled BSDF']
    b.inputs['Base Color'].default_value = (*colour, 1)
    b.inputs['Roughness'].default_value = rough
    b.inputs['Metallic'].default_value = metal
    b.inputs['Sheen'].default_value = sheen
    if emit:
        b.inputs['Emission'].default_value = (*emit[0], 1); b.inputs['Emission Strength'].default_value = emit[1]
    return m

graphite = material('graphite', (0.026, 0.028, 0.045), 0.3, 0.0)
slate = material('slate', (0.05, 0.055, 0.09), 0.35)
indigo = material('indigo', (0.075, 0.095, 0.62), 0.25)
violet = material('violet', (0.20, 0.16, 0.70), 0.3)
bone = material('bone', (0.78, 0.74, 0.66), 0.4, sheen=0.5)
copper = material('copper', (0.95, 0.42, 0.20), 0.22, 1.0)
light = material('light', (1.0, 0.55, 0.25), 0.4, emit=((1.0, 0.33, 0.07), 2.4))

def strand(name, points, mat, w=0.36, t=0.085):
    c = bpy.data.curves.new(name, 'CURVE'); c.dimensions = '3D'; c.resolution_u = 6
    c.bevel_mode = 'ROUND'; c.bevel_resolution = 6
    # A flat ribbon with round edges: an ellipse as profile.
    prof = bpy.data.objects.get('profile')
    if prof is None:
        bpy.ops.curve.primitive_bezier_circle_add(radius=1); prof = bpy.context.object; prof.name = 'profile'
        prof.scale = (w, t, 1); prof.hide_render = True; prof.data.resolution_u = 12
    c.bevel_mode = 'OBJECT'; c.bevel_object = prof; c.twist_mode = 'Z_UP'; c.use_fill_caps = True
    s = c.splines.new('NURBS'); s.points.add(len(points) - 1); s.order_u = 4; s.use_endpoint_u = True
    for p, q in zip(s.points, points): p.co = (*q, 1)
    o = bpy.data.objects.new(name, c); S.collection.objects.link(o); c.materials.append(mat)

def wave(k, i): return AMP if (k + i) % 2 == 0 else -AMP
for i in range(N_WARP):
    x = (i - N_WARP / 2 + .5) * STEP
    pts = []
    reach = N_WEFT // 2 + 3
    for s in range((N_WEFT + 6) * 2 + 1):
        y = (s / 2 - N_WEFT / 2 - 3) ; k = s / 2 - 3 - .5
        woven = 0 <= k + .5 <= N_WEFT
        z = AMP * math.cos(math.pi * (k + i)) if woven else 0
        pts.append((x, y, z))
    strand(f'warp{i}', pts, [graphite, slate, graphite, graphite, slate][i % 5])
weft = [graphite, indigo, slate, indigo, violet, graphite, light, indigo, copper, slate, bone, graphite, indigo, slate]
for k in range(N_WEFT):
    y = (k - N_WEFT / 2 + .5) * STEP
    # The last wefts are still on their way across: a cloth that grows.
    end = N_WARP if k < 9 else N_WARP - [3, 8, 13, 17, 20][k - 9]
    pts = []
    for s in range(-4, end * 2 + 1):
        x = s / 2 - N_WARP / 2; i = s / 2 - .5
        pts.append((x, y, -AMP * math.cos(math.pi * (k + i))))
    strand(f'weft{k}', pts, weft[k])

bpy.ops.mesh.primitive_plane_add(size=120, location=(0, 0, -1.1))
bpy.context.object.data.materials.append(material('floor', (0.008, 0.009, 0.016), 0.5))
def area(loc, size, power, colour, target=(0, 0, 0)):
    l = bpy.data.lights.new('l', 'AREA'); l.energy = power; l.size = size; l.color = colour
    o = bpy.data.objects.new('l', l); o.location = loc; S.collection.objects.link(o)
    t = o.constraints.new('TRACK_TO'); e = bpy.data.objects.new('t', None); e.location = target; S.collection.objects.link(e)
    t.target = e; t.track_axis = 'TRACK_NEGATIVE_Z'; t.up_axis = 'UP_Y'
area((-9, 10, 8), 7, 1500, (0.72, 0.80, 1.0))
area((12, 6, 5), 4, 900, (1.0, 0.72, 0.5))
area((0, -12, 9), 10, 380, (0.8, 0.85, 1.0))
w = bpy.data.worlds.new('w'); S.world = w; w.use_nodes = True
w.node_tree.nodes['Background'].inputs[0].default_value = (0.012, 0.014, 0.03, 1)
cam = bpy.data.cameras.new('cam'); cam.lens = 46; co = bpy.data.objects.new('cam', cam); S.collection.objects.link(co); S.camera = co
co.location = (-7.4, -8.2, 6.6)
e = bpy.data.objects.new('look', None); e.location = (0.9, 0.6, 0); S.collection.objects.link(e)
t = co.constraints.new('TRACK_TO'); t.target = e; t.track_axis = 'TRACK_NEGATIVE_Z'; t.up_axis = 'UP_Y'
cam.dof.use_dof = True; cam.dof.focus_object = e; cam.dof.aperture_fstop = 1.1
S.render.engine = 'CYCLES'; S.cycles.samples = 112; S.cycles.use_denoising = False
S.cycles.max_bounces = 6; S.cycles.use_adaptive_sampling = True; S.cycles.adaptive_threshold = 0.03
S.cycles.sample_clamp_indirect = 3; S.cycles.caustics_reflective = False; S.cycles.caustics_refractive = False
S.view_settings.view_transform = 'Filmic'; S.view_settings.look = 'Medium High Contrast'; S.view_settings.exposure = 0.5
S.render.resolution_x, S.render.resolution_y = 1280, 800
S.frame_start = S.frame_end = 1
# blender -b --python weave.py -- weave.blend
bpy.ops.wm.save_as_mainfile(filepath=sys.argv[sys.argv.index('--') + 1], compress=True)
