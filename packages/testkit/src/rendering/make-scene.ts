import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const maker = fileURLToPath(new URL('./make-scene.py', import.meta.url))

/** Blender as Debian installs it; tests that need it are skipped where it is missing. */
export const blender = '/usr/bin/blender'
export const hasBlender = existsSync(blender)

/** A small animated scene of the default cube, in Cycles. */
export interface SceneOptions {
  frames: number
  width: number
  height: number
  samples: number
  /** Subdivisions of the cube: each level has four times the faces of the one before. */
  subdivisions: number
  /** The animation: with the camera alone, the geometry is the same in every frame. */
  moves: 'object' | 'camera'
  /** A sky that changes everywhere from frame to frame, with no uniform colour; grey by default. */
  sky?: boolean
  /** Whether it has a camera; true by default. */
  camera?: boolean
  /** Incompressible noise that is packed into the file. */
  ballastMib?: number
  /** Compressed by default, with zstd as Blender does. */
  compress?: boolean
  /** Its script, driver and compositor try to write these files, and to reach this port of the machine. */
  harm?: { paths: readonly string[]; port: number }
}

const smallScene = {
  frames: 4,
  width: 64,
  height: 36,
  samples: 4,
  subdivisions: 0,
  moves: 'object',
  sky: false,
  camera: true,
  ballastMib: 0,
  compress: true,
  harm: null,
} as const

/** Makes a scene in a folder with the real Blender. Resolves with its file. */
export async function makeScene(
  folder: string,
  options: Partial<SceneOptions> = {},
  name = 'scene.blend',
): Promise<string> {
  const file = path.join(folder, name)
  await runBlender(['-P', maker, '--', JSON.stringify({ ...smallScene, ...options, file })])
  return file
}

/** A range of a file's frames, rendered on one core. */
export interface BarePart {
  core: number
  first: number
  last: number
}

/**
 * Renders as a user would by hand: all frames of a file into `folder`, on all cores unless a part is given.
 * Resolves with the milliseconds it took.
 */
export async function renderBare(file: string, folder: string, part?: BarePart): Promise<number> {
  const startedMs = performance.now()
  const out = ['-o', `${folder}/frame_####`, '-F', 'PNG', '-x', '1']
  const frames = part === undefined ? [] : ['-t', '1', '-s', `${part.first}`, '-e', `${part.last}`]
  await runBlender([file, ...out, ...frames, '-a'], part?.core)
  return performance.now() - startedMs
}

async function runBlender(words: readonly string[], core?: number): Promise<void> {
  const onCore = core === undefined ? [] : ['taskset', '-c', `${core}`]
  const all = [blender, '-b', '--factory-startup', '--disable-autoexec', ...words]
  const [program = blender, ...rest] = [...onCore, ...all]
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece: Buffer) => {
      said = `${said}${piece}`.slice(-4_000)
    })
  }
  const [code] = await once(child, 'close')
  if (code !== 0 || said.includes('Traceback'))
    throw new Error(`Blender ended with ${code}: ${said}`)
}
