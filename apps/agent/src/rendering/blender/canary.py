"""The canary: the scene that every machine renders to be admitted. It is built here, identically for the same seed and
camera, which differ each time. It has what usual scenes have: meshes displaced by modifiers, glossy, glass and rough
materials, textures, a sky, a lamp and an emissive surface.
"""

import math

import bpy


def build(asked):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.seed = asked["seed"]
    scene.cycles.use_adaptive_sampling = False
    scene.cycles.max_bounces = 8
    scene.render.film_transparent = False
    scene.view_settings.view_transform = "Standard"
    scene.display_settings.display_device = "sRGB"
    sky(scene)
    ground()
    stone()
    orb("Glass", (-1.5, -0.6, 0.8), "glass")
    orb("Metal", (1.5, -0.4, 0.8), "metal")
    lamps(scene)
    camera(scene, asked["view"])


def sky(scene):
    world = bpy.data.worlds.new("Sky")
    world.use_nodes = True
    scene.world = world
    shade = world.node_tree.nodes["Background"]
    shade.inputs["Color"].default_value = (0.35, 0.5, 0.8, 1)
    shade.inputs["Strength"].default_value = 0.4


def ground():
    bpy.ops.mesh.primitive_grid_add(x_subdivisions=120, y_subdivisions=120, size=14)
    ground = bpy.context.object
    displace(ground, "CLOUDS", size=1.3, strength=0.35)
    nodes, links, surface = material(ground, "Ground")
    checker = nodes.new("ShaderNodeTexChecker")
    checker.inputs["Scale"].default_value = 28
    checker.inputs["Color1"].default_value = (0.6, 0.3, 0.12, 1)
    checker.inputs["Color2"].default_value = (0.08, 0.12, 0.05, 1)
    links.new(checker.outputs["Color"], surface.inputs["Base Color"])
    surface.inputs["Roughness"].default_value = 0.6


def stone():
    bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=6, radius=1.1, location=(0, 0.9, 1.1))
    stone = bpy.context.object
    displace(stone, "CLOUDS", size=0.5, strength=0.3)
    nodes, links, surface = material(stone, "Stone")
    noise = nodes.new("ShaderNodeTexNoise")
    noise.inputs["Scale"].default_value = 6
    links.new(noise.outputs["Color"], surface.inputs["Base Color"])
    surface.inputs["Roughness"].default_value = 0.35


def orb(name, location, kind):
    bpy.ops.mesh.primitive_uv_sphere_add(segments=64, ring_count=32, radius=0.75, location=location)
    orb = bpy.context.object
    bpy.ops.object.shade_smooth()
    _, _, surface = material(orb, name)
    if kind == "glass":
        # Renamed in Blender 4.0.
        word = "Transmission Weight" if "Transmission Weight" in surface.inputs else "Transmission"
        surface.inputs[word].default_value = 1.0
        surface.inputs["Roughness"].default_value = 0.02
        surface.inputs["IOR"].default_value = 1.45
        return
    surface.inputs["Base Color"].default_value = (0.9, 0.65, 0.25, 1)
    surface.inputs["Metallic"].default_value = 1.0
    surface.inputs["Roughness"].default_value = 0.18


def lamps(scene):
    sun = bpy.data.lights.new("Sun", "SUN")
    sun.energy = 2.5
    sun.angle = 0.05
    place(scene, sun, "Sun", (0, 0, 5), (0.6, 0.3, 0.4))
    area = bpy.data.lights.new("Area", "AREA")
    area.energy = 250
    area.size = 2
    place(scene, area, "Area", (-3, -3, 4), (0.8, 0, -0.7))


def camera(scene, view):
    lens = bpy.data.cameras.new("Camera")
    lens.lens = view["lens_mm"]
    turn = math.radians(view["turn_deg"])
    where = (7 * math.sin(turn), -7 * math.cos(turn), view["height_m"])
    scene.camera = place(scene, lens, "Camera", where, (math.radians(78), 0, turn))


def place(scene, thing, name, location, rotation):
    placed = bpy.data.objects.new(name, thing)
    placed.location = location
    placed.rotation_euler = rotation
    scene.collection.objects.link(placed)
    return placed


def displace(thing, kind, size, strength):
    texture = bpy.data.textures.new(thing.name, kind)
    texture.noise_scale = size
    modifier = thing.modifiers.new("Displace", "DISPLACE")
    modifier.texture = texture
    modifier.texture_coords = "GLOBAL"
    modifier.strength = strength
    bpy.ops.object.shade_smooth()


def material(thing, name):
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    thing.data.materials.append(made)
    nodes = made.node_tree.nodes
    return nodes, made.node_tree.links, nodes["Principled BSDF"]
