import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { systemClock } from '@gridloom/async/clock'
import { execute } from '../src/host/execute.ts'
import { createBlenderRenderer } from '../src/rendering/blender/index.ts'
import type { Renderer } from '../src/rendering/renderer.ts'

const run = promisify(execFile)
const program = '/usr/bin/blender'

/** Returns why tests with the real Blender are skipped here; `undefined` where they are not. */
export function whyNoBlender(): string | undefined {
  const missing = [program, '/usr/bin/bwrap'].filter((path) => !existsSync(path))
  return missing.length === 0 ? undefined : `there is no ${missing.join(' and no ')} here`
}

export function ownBlender(dataDir: string): Renderer {
  return createBlenderRenderer({
    workFolder: join(dataDir, 'render/work'),
    preferred: { blender: program, bpyPython: undefined },
    isRoot: process.getuid?.() === 0,
    platform: process.platform,
    execute,
    clock: systemClock,
  })
}

/** Makes a file with this Blender: its default cube, light and camera, with the cube moving from frame to frame. */
export async function makeBlend(folder: string): Promise<Uint8Array> {
  const file = join(folder, 'made.blend')
  const script = `
import bpy
cube = bpy.data.objects["Cube"]
for frame, x in ((1, 0.0), (10, 4.0)):
    cube.location.x = x
    cube.keyframe_insert("location", frame=frame)
bpy.context.scene.render.engine = "CYCLES"
bpy.context.scene.cycles.use_denoising = False
bpy.ops.wm.save_as_mainfile(filepath=${JSON.stringify(file)})
`
  const words = ['--background', '--factory-startup', '--python-exit-code', '9', '--python-expr']
  await run(program, [...words, script])
  return readFile(file)
}
