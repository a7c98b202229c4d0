import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BlendScene } from '@gridloom/contract/rendering/blend-facts'
import { z } from 'zod'

const folder = join(import.meta.dirname, '../fixtures')

/** Blender's own description of a file, written by `fixtures/make.py`. */
export const BlenderSays = z.object({
  blender_version: z.string(),
  scenes: z.array(BlendScene),
  active_scene: z.string(),
  cameras: z.array(z.string()),
  references: z.array(z.object({ kind: z.string(), path: z.string(), extent: z.string() })),
  packed_files: z.int(),
  scripts: z.array(z.string()),
  drivers: z.int(),
  simulations: z.array(z.object({ owner: z.string(), kind: z.string(), baked: z.string() })),
})
export type BlenderSays = z.infer<typeof BlenderSays>

/** `34-cycles`, `50-cycles` and so on: the version and the content. */
export const fixtureNames = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace('.json', ''))

export function fixtureBytes(name: string): Uint8Array {
  return new Uint8Array(readFileSync(join(folder, `${name}-zstd.blend`)))
}

export function blenderSays(name: string): BlenderSays {
  return BlenderSays.parse(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')))
}
