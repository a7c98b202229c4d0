import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../src/host/clock.ts'
import { execute } from '../src/host/execute.ts'
import { createBlenderRenderer, threadsOfThisProcess } from '../src/rendering/blender/index.ts'
import { readPng, writePng } from '../src/rendering/blender/png.ts'

const size = { width: 320, height: 180 }
const limits = { piece_s_max: 120, no_progress_s_max: 120, memory_mib_max: null }

/** Renders the canary of this machine's Blender, or of a Python with `bpy`, as a file of its pixels alone. */
async function makeReference(folder: string, samples: number, bpyPython?: string): Promise<string> {
  const work = await mkdtemp(join(tmpdir(), 'gridloom-canary-'))
  const outFile = join(work, 'canary.png')
  const { signal } = new AbortController()
  const renderer = createBlenderRenderer({
    workFolder: join(work, 'work'),
    wished: { blender: undefined, bpyPython },
    isRoot: process.getuid?.() === 0,
    ...{ platform: process.platform, execute, clock: systemClock },
  })
  const facts = await renderer.probe(signal)
  if ('missing' in facts) throw new Error(facts.missing)
  const asked = { samples, outFile, threads: threadsOfThisProcess(), device: 'cpu' } as const
  const wholeLimits = { ...limits, output_bytes_max: 10_000_000 }
  const made = await renderer.canary({
    ...asked,
    limits: wholeLimits,
    onProgress: () => {},
    signal,
  })
  if (made.outcome.kind !== 'done') throw new Error(JSON.stringify(made.outcome))
  const pixels = await readPng(await readFile(outFile), size)
  if (pixels === undefined) throw new Error('the canary is not a picture of its size')
  const name = `${facts.capability.blender_version}.png`
  await writeFile(join(folder, name), await writePng(pixels))
  await rm(work, { recursive: true })
  return name
}

// `node pack/canary-reference.ts FOLDER SAMPLES [PYTHON-WITH-BPY]`: see the README beside the references.
if (import.meta.main) {
  const [folder = '.', samples = '64', bpyPython] = process.argv.slice(2)
  process.stdout.write(`${await makeReference(folder, Number(samples), bpyPython)}\n`)
}
