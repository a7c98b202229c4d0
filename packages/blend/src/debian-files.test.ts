import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileSource } from './node.ts'
import { readBlend } from './read-blend.ts'

/** Files of Debian's `blender-data`: versions 2.78 to 2.82, read in place (they are Blender's, under the GPL). */
const folder = '/usr/share/blender/scripts'
const templates = `${folder}/startup/bl_app_templates_system`
const materials = `${folder}/addons/materials_library_vx`

const tools = ['/usr/bin/blender-thumbnailer', '/usr/bin/ffmpeg']

const shipped = [
  [`${templates}/2D_Animation/startup.blend`, '2.80', 'none', 'eevee', 'Camera'],
  [`${templates}/Sculpting/startup.blend`, '2.80', 'none', 'eevee', null],
  [`${templates}/VFX/startup.blend`, '2.80', 'none', 'eevee', 'Camera'],
  [`${templates}/Video_Editing/startup.blend`, '2.80', 'none', 'eevee', 'Camera'],
  [`${materials}/templates.blend`, '2.78', 'gzip', 'cycles', null],
  [`${materials}/sample_materials.blend`, '2.82', 'gzip', 'eevee', null],
] as const

describe.skipIf(!existsSync(folder))('the files of Debian’s Blender (if it is installed)', () => {
  it.each(shipped)('%s', async (path, version, compression, engine, camera) => {
    const facts = await read(path)
    expect(facts).toMatchObject({
      blender_version: version,
      compression,
      active_scene: 'Scene',
      references: [],
      scenes: [{ name: 'Scene', engine, camera, width: 1920, height: 1080, frame_end: 250 }],
    })
  })

  it.skipIf(!tools.every(existsSync))(
    'have the same thumbnail as in Blender’s own thumbnailer',
    async () => {
      const path = `${templates}/VFX/startup.blend`
      const { thumbnail } = await read(path)
      expect(thumbnail).toMatchObject({ width: 128, height: 128 })
      const pixels = [...atob(thumbnail?.rgba ?? '')].map((character) => character.charCodeAt(0))
      expect(pixels).toEqual(thumbnailerPixels(path))
    },
  )
})

async function read(path: string) {
  await using source = await fileSource(path)
  return await readBlend(source)
}

/** RGBA from the top row, converted by way of a PNG and ffmpeg. */
function thumbnailerPixels(path: string): number[] {
  const folder = mkdtempSync(join(tmpdir(), 'blend-'))
  const png = join(folder, 'thumbnail.png')
  execFileSync('blender-thumbnailer', [path, png])
  const raw = join(folder, 'thumbnail.rgba')
  execFileSync('ffmpeg', [
    '-loglevel',
    'error',
    '-i',
    png,
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgba',
    raw,
  ])
  const pixels = [...readFileSync(raw)]
  rmSync(folder, { recursive: true })
  return pixels
}
