import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const maker = fileURLToPath(new URL('./make-scene.py', import.meta.url))

/** Blender as Debian installs it; tests that need it skip themselves where it is not. */
export const blender = '/usr/bin/blender'
export const hasBlender = existsSync(blender)

/** A small animated scene of the factory's cube, in Cycles. */
export interface SceneOptions {
  frames: number
  width: number
  height: number
  samples: number
  /** How fine the cube is: each number has four times the faces of the one before. */
  subdivisions: number
  /** What is animated: with the camera alone, geometry stays from frame to frame. */
  moves: 'object' | 'camera'
  /** A sky of which no part stays from frame to frame, and none is of one colour; grey unless told. */
  sky?: boolean
  /** There is one unless told. */
  camera?: boolean
  /** So much noise is packed into it, which nothing compresses. */
  ballastMib?: number
  /** As Blender packs files (zstd) unless told. */
  compress?: boolean
  /** Its script, driver and compositor would write these files, and reach this port of the machine. */
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

/** A part of a file's frames, on one core. */
export interface BarePart {
  core: number
  first: number
  last: number
}

/**
 * What a person would do by hand: renders all frames of a file into `folder`, on all cores unless a part is told.
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
