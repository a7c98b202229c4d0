import { z } from 'zod'

/**
 * Facts of a Blender file that can be read without Blender. `null` is "unknown": this version stores it in an unread
 * place, or not at all. Nothing here is trusted beyond showing it and rejecting files that can never work.
 */

const maybe = <T extends z.ZodType>(shape: T) => shape.nullable()

/** Names and paths in a user's file: bounded, shown as text only. */
const Name = z.string().max(1_024)

export const BlendCompression = z.enum(['none', 'gzip', 'zstd'])
export type BlendCompression = z.infer<typeof BlendCompression>

/** Named as in Blender, with the versions of one engine merged. */
export const RenderEngine = z.enum(['cycles', 'eevee', 'workbench', 'other'])
export type RenderEngine = z.infer<typeof RenderEngine>

export const BlendScene = z.strictObject({
  name: Name,
  frame_start: z.int(),
  frame_end: z.int(),
  frame_step: z.int(),
  fps: maybe(z.number()),
  /** Pixels before `percentage`. */
  width: maybe(z.int()),
  height: maybe(z.int()),
  percentage: maybe(z.int()),
  engine: maybe(RenderEngine),
  /** The engine's name in the file, such as `BLENDER_EEVEE_NEXT`. */
  engine_name: maybe(Name),
  samples: maybe(z.int()),
  denoise: maybe(z.boolean()),
  /** The active camera; `null` if the scene has none. */
  camera: maybe(Name),
  /** Blender's own name in the file: `PNG`, `OPEN_EXR`, `JPEG`, `FFMPEG` … */
  output_format: maybe(Name),
  uses_compositing: maybe(z.boolean()),
  uses_sequencer: maybe(z.boolean()),
})
export type BlendScene = z.infer<typeof BlendScene>

/** A reference of the file to something outside it. */
export const BlendReference = z.strictObject({
  kind: z.enum(['image', 'library', 'cache', 'volume', 'sound', 'font', 'movie', 'light']),
  /** As stored: `//` begins at the file's own folder. */
  path: Name,
  /** `sequence` and `tiles` are several files of one pattern. */
  extent: z.enum(['file', 'sequence', 'tiles']),
})
export type BlendReference = z.infer<typeof BlendReference>

export const BlendFacts = z.strictObject({
  /** Such as `3.4` or `5.0`; the version that saved the file. */
  blender_version: z.string().max(20),
  compression: BlendCompression,
  /** Bytes as stored, and uncompressed if that was counted. */
  size_bytes: z.int(),
  scenes: z.array(BlendScene).max(1_000),
  /** The name of the scene that was open when the file was saved. */
  active_scene: maybe(Name),
  cameras: z.array(Name).max(10_000),
  references: z.array(BlendReference).max(10_000),
  packed_files: z.int(),
  /** Text blocks that ask to run when the file is opened; they never run here. */
  scripts: z.array(Name).max(1_000),
  /** Drivers that need Python; plain expressions still work. */
  drivers: maybe(z.int()),
  /** The preview that Blender saved with the file: RGBA, row by row from the top, in base64. */
  thumbnail: maybe(
    z.strictObject({
      width: z.int().min(1).max(512),
      height: z.int().min(1).max(512),
      rgba: z.string().max(1_500_000),
    }),
  ),
})
export type BlendFacts = z.infer<typeof BlendFacts>

/** A finding about a Blender file. `error`: it cannot be rendered like this. */
export const SceneDiagnostic = z.strictObject({
  level: z.enum(['error', 'warning', 'note']),
  code: z.enum([
    'no_camera',
    'no_scene',
    'missing_file',
    'absolute_path',
    'outside_path',
    'scripts_off',
    'movie_output',
    'newer_blender',
    'unknown_engine',
    'unbaked',
  ]),
  text: z.string().max(2_000),
})
export type SceneDiagnostic = z.infer<typeof SceneDiagnostic>

/** A Blender file of an upload: the upload itself, or one inside a zip. */
export const SceneBlend = z.strictObject({
  /** The path within the zip; the file's own name if it is not a zip. */
  path: Name,
  facts: BlendFacts,
  diagnostics: z.array(SceneDiagnostic).max(1_000),
})
export type SceneBlend = z.infer<typeof SceneBlend>

/** The contents of an upload: inspected in the browser before it is sent, and again by the server. */
export const SceneContents = z.strictObject({
  kind: z.enum(['blend', 'zip']),
  /** At least one; a zip without any is rejected. */
  blends: z.array(SceneBlend).min(1).max(50),
  /** Files in a zip, the Blender files among them; 1 for a single file. */
  files: z.int(),
  /** The total size of the unpacked files of a zip. */
  unpacked_bytes: z.int(),
})
export type SceneContents = z.infer<typeof SceneContents>
