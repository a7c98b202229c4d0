import { execFile } from 'node:child_process'
import { copyFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  aChunkPart,
  below,
  collectProgress,
  cutFile,
  hasBlender,
  processesOf,
  startWorkplace,
  stillRunning,
  usualLimits,
  type Workplace,
  writeText,
} from '../../../test/blender-workplace.ts'
import { ownSandbox } from '../../../test/own-sandbox.ts'
import { pixelsOf, psnrDb } from '../../../test/read-png.ts'
import { execute } from '../../host/execute.ts'
import { enterSandbox } from '../../host/sandbox/enter-sandbox.ts'
import { renderProfile } from '../../host/sandbox/profiles.ts'
import type { PartOutcome } from '../renderer.ts'
import { cropPixels } from './png.ts'

const run = promisify(execFile)
const quiet = () => {}
const never = new AbortController().signal
const aCanary = { samples: 2, seed: 3, view: { turn_deg: 20, height_m: 3, lens_mm: 40 } }

// script/bootstrap installs Blender and bubblewrap; without them the machine cannot render.
describe.runIf(hasBlender)('rendering with the real Blender', () => {
  let place: Workplace
  beforeAll(async () => {
    place = await startWorkplace()
  })
  afterAll(() => place[Symbol.asyncDispose]())

  it('renders the pixels of a bare Blender exactly, frame after frame in one process', async () => {
    const bare = ['-o', place.path('bare_#'), '-F', 'PNG', '-x', '1', '-s', '1', '-e', '2', '-a']
    const file = join(place.scenes, 'plain.blend')
    await run('blender', ['-b', file, '--factory-startup', '-noaudio', ...bare])
    await using scene = await place.open('plain.blend', { settings: { samples: null } })
    for (const frame of [1, 2, 1]) {
      const { received, listen } = collectProgress()
      const path = place.path(`f_${frame}.png`)
      const done = await scene.render(aChunkPart({ frame }), path, listen, never)
      expect(done).toMatchObject({ kind: 'done', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
      expect(received.at(-1)).toEqual({ sample: 4, samples: 4 })
      expect(await pixelsOf(path)).toEqual(await pixelsOf(place.path(`bare_${frame}.png`)))
    }
    expect(scene.log().match(/Read blend/g)).toHaveLength(1)
    expect(scene.log()).not.toContain(place.root)
    expect(await readFile(place.path('f_1.png'), 'latin1')).not.toContain(place.root)
  })

  it('renders tiles that together equal the whole picture, at odd sizes too', async () => {
    const settings = { width: 127, height: 83, percentage: 50 }
    await using scene = await place.open('plain.blend', { settings })
    await scene.render(aChunkPart(), place.path('whole.png'), quiet, never)
    const whole = await pixelsOf(place.path('whole.png'))
    expect([whole.width, whole.height]).toEqual([63, 41])
    const regions = [
      { x: 0, y: 0, width: 17, height: 13 },
      { x: 17, y: 0, width: 46, height: 13 },
      { x: 0, y: 13, width: 17, height: 28 },
      { x: 17, y: 13, width: 46, height: 28 },
    ]
    for (const region of regions) {
      await scene.render(aChunkPart({ key: '1.1', region }), place.path('tile.png'), quiet, never)
      const tile = await pixelsOf(place.path('tile.png'))
      expect([tile.width, tile.height]).toEqual([region.width, region.height])
      expect(tile.bytes.equals(cropPixels(whole, region).bytes)).toBe(true)
    }
  })

  it('renders ranges of samples whose merge equals the whole picture', async () => {
    await using scene = await place.open('plain.blend', { settings: { samples: 8 } })
    await scene.render(aChunkPart(), place.path('all.png'), quiet, never)
    const inputs = [0, 3, 6].map((offset) => place.path(`range_${offset}.exr`))
    for (const [part, offset] of [0, 3, 6].entries()) {
      const sample_range = { offset, count: offset === 6 ? 2 : 3 }
      const chunkPart = aChunkPart({ key: `1.${part + 1}`, sample_range })
      expect(await scene.render(chunkPart, inputs[part] ?? '', quiet, never)).toMatchObject(done)
    }
    const merged = place.path('merged.png')
    const made = await place.merge({ settings: { samples: 8 }, inputs, outFile: merged })
    expect(made.outcome).toMatchObject(done)
    const [one, other] = [await pixelsOf(place.path('all.png')), await pixelsOf(merged)]
    expect(largestDifference(one.bytes, other.bytes)).toBeLessThanOrEqual(1)
  })

  it('rejects inputs that are not ranges as merge_failed', async () => {
    const inputs = [place.path('no_1.exr'), place.path('no_2.exr')]
    for (const path of inputs) await writeText(path, 'no picture')
    const { outcome } = await place.merge({ inputs, outFile: place.path('no.png') })
    expect(outcome).toMatchObject({ kind: 'failed', problem: { code: 'merge_failed' } })
  })

  it.each([
    ['jpeg', 'ffd8ff'],
    ['openexr', '762f3101'],
  ] as const)('saves %s', async (format, head) => {
    await using scene = await place.open('plain.blend', { settings: { format } })
    expect(await scene.render(aChunkPart(), place.path(format), quiet, never)).toMatchObject(done)
    expect((await readFile(place.path(format))).toString('hex')).toMatch(new RegExp(`^${head}`))
  })

  it('renders with the chosen camera', async () => {
    await using usual = await place.open('plain.blend')
    await usual.render(aChunkPart(), place.path('usual.png'), quiet, never)
    await using other = await place.open('plain.blend', { settings: { camera: 'Other camera' } })
    await other.render(aChunkPart(), place.path('other.png'), quiet, never)
    const [one, two] = [
      await pixelsOf(place.path('usual.png')),
      await pixelsOf(place.path('other.png')),
    ]
    expect(one.bytes.equals(two.bytes)).toBe(false)
  })

  it.each([
    ['no-camera.blend', {}, 'no_camera'],
    ['plain.blend', { camera: 'Cube' }, 'no_camera'],
    ['plain.blend', { scene: 'No such' }, 'file_broken'],
    ['nothing.blend', {}, 'scene_missing'],
  ] as const)('rejects %s with %j as %s', async (file, settings, code) => {
    const refused = place.open(file, { settings })
    await expect(refused).rejects.toMatchObject({ problem: { code } })
    expect(await processesOf(place.work)).toEqual([])
  })

  it('rejects a truncated file, an invalid one and one of a newer Blender', async () => {
    await copyFile(join(place.scenes, 'plain.blend'), join(place.scenes, 'cut.blend'))
    await cutFile(join(place.scenes, 'cut.blend'), 300_000)
    await writeText(join(place.scenes, 'text.blend'), 'a letter')
    await writeText(join(place.scenes, 'newer.blend'), 'BLENDER17-01v0500REND')
    const refused = (file: string) => expect(place.open(file)).rejects
    await refused('cut.blend').toMatchObject({ problem: { code: 'file_broken' } })
    await refused('text.blend').toMatchObject({ problem: { code: 'file_broken' } })
    await refused('newer.blend').toMatchObject({ problem: { code: 'blender_too_old' } })
  })

  it('runs no script and no driver of a scene', async () => {
    await using scene = await place.open('hostile.blend')
    const outcome = await scene.render(aChunkPart(), place.path('hostile.png'), quiet, never)
    expect(outcome).toMatchObject(done)
    expect(await outputsIn(place.work)).toEqual([])
    expect(place.visits()).toBe(0)
  })

  it('confines a script if one ran', async () => {
    const { stdout } = await inSandbox(place, `${trusting} >/dev/null; cat script; echo; ls`)
    const [script = '', ...files] = stdout.split('\n')
    const said = JSON.parse(script)
    expect(said).toEqual({
      ...{ '/scene/x': 'could not', '/in/x': 'could not', '/usr/x': 'could not' },
      ...{ '/etc/x': 'could not', '/x': 'could not', shadow: 'could not' },
      ...{ here: 'could not', there: 'could not', user: 65_534 },
      processes: expect.any(Number),
    })
    expect(said.processes).toBeLessThan(5)
    expect(files).toContain('driver')
    expect(place.visits()).toBe(0)
  })

  it("confines a compositor's files, and renders pictures for video formats", async () => {
    const pictures = []
    for (const compositing of [true, false]) {
      await using scene = await place.open('outputs.blend', { settings: { compositing } })
      const path = place.path(`composited_${compositing}.png`)
      expect(await scene.render(aChunkPart(), path, quiet, never)).toMatchObject(done)
      pictures.push(await pixelsOf(path))
      expect(await outputsIn(place.work)).toEqual([])
    }
    const [inverted, plain] = pictures
    expect(inverted?.bytes.equals(plain?.bytes ?? Buffer.alloc(0))).toBe(false)
  })

  it('fails a frame that needs too much memory, and names the limit', async () => {
    await using scene = await place.open('hungry.blend', { limits: { memory_mib_max: 500 } })
    const outcome = await scene.render(aChunkPart(), place.path('hungry.png'), quiet, never)
    expect(outcome).toMatchObject({ kind: 'failed', problem: { code: 'out_of_memory' } })
    expect(textOf(outcome)).toContain('500 MiB')
    expect(scene.memoryPeakMib()).toBeGreaterThanOrEqual(500)
    expect(scene.isAlive()).toBe(false)
    expect(await processesOf(place.work)).toEqual([])
  })

  it('stops in the middle of a frame at once, and leaves nothing', async () => {
    const stop = new AbortController()
    const { first, listen } = collectProgress()
    await using scene = await place.open('plain.blend', { settings: endless })
    const rendering = scene.render(aChunkPart(), place.path('stopped.png'), listen, stop.signal)
    await first
    const [sandbox = 0] = await processesOf(place.work)
    const inside = await below(sandbox)
    expect(inside.length).toBeGreaterThan(0)
    stop.abort()
    expect(await rendering).toEqual({ kind: 'stopped' })
    expect(await processesOf(place.work)).toEqual([])
    expect(await stillRunning(inside)).toEqual([])
    await expect(readFile(place.path('stopped.png'))).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await scene.render(aChunkPart(), place.path('x.png'), quiet, never)).toHaveProperty(
      'problem',
    )
  })

  it('fails a frame that takes too long', async () => {
    await using scene = await place.open('plain.blend', { settings: endless })
    scene.allow(1)
    const outcome = await scene.render(aChunkPart(), place.path('long.png'), quiet, never)
    expect(outcome).toMatchObject({ kind: 'failed', problem: { code: 'timed_out' } })
  })

  it('fails a frame that writes too much', async () => {
    await using scene = await place.open('plain.blend', { limits: { output_bytes_max: 500 } })
    const outcome = await scene.render(aChunkPart(), place.path('large.png'), quiet, never)
    expect(outcome).toMatchObject({ kind: 'failed', problem: { code: 'blender_failed' } })
  })

  it('reports a crash of Blender with its last lines, and is not alive after it', async () => {
    const { first, listen } = collectProgress()
    await using scene = await place.open('plain.blend', { settings: endless })
    const rendering = scene.render(aChunkPart(), place.path('crash.png'), listen, never)
    await first
    const [sandbox = 0] = await processesOf(place.work)
    process.kill((await below(sandbox)).at(-1) ?? 0, 'SIGSEGV')
    const outcome = await rendering
    expect(outcome).toMatchObject({ kind: 'failed', problem: { code: 'blender_crashed' } })
    expect(textOf(outcome)).toContain('Sample ')
    expect(scene.isAlive()).toBe(false)
  })

  it('renders the same canary each time, and measures the speed', async () => {
    const made = []
    for (const threads of [1, 2]) {
      const outFile = place.path(`canary_${threads}.png`)
      const asked = {
        canary: aCanary,
        outFile,
        limits: usualLimits,
        threads,
        device: 'cpu',
      } as const
      const canary = await place.renderer.canary({ ...asked, onProgress: quiet, signal: never })
      expect(canary.outcome).toMatchObject(done)
      expect(canary.samplesPerMinute).toBeGreaterThan(1)
      made.push(await pixelsOf(outFile))
    }
    const [one, other] = made.map(({ bytes }) => bytes)
    expect(psnrDb(one ?? Buffer.alloc(0), other ?? Buffer.alloc(1))).toBeGreaterThan(60)
  })

  it('reports the probed capability of this Blender', async () => {
    const facts = await place.renderer.probe(never)
    expect(facts).toMatchObject({
      capability: {
        driver: 'blender',
        blender_version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        engines: expect.arrayContaining(['cycles']),
        devices: expect.arrayContaining([expect.objectContaining({ kind: 'cpu' })]),
        sandbox: 'bubblewrap',
      },
    })
    expect(await readdir(place.work)).toEqual([])
  })

  it('leaves no folder and no process once a scene is disposed of', async () => {
    const scene = await place.open('plain.blend')
    await scene[Symbol.asyncDispose]()
    expect(await readdir(place.work)).toEqual([])
    expect(await processesOf(place.work)).toEqual([])
  })
})

describe.runIf(hasBlender)('rendering without root', () => {
  it('is confined by a user namespace, and renders a picture', async () => {
    await using place = await startWorkplace({ as: 'not root' })
    await using scene = await place.open('plain.blend')
    const [sandbox = 0] = await processesOf(place.work)
    expect(await readFile(`/proc/${sandbox}/cmdline`, 'utf8')).toContain('--unshare-user')
    const path = place.path('apart.png')
    expect(await scene.render(aChunkPart(), path, quiet, never)).toMatchObject(done)
    expect((await pixelsOf(path)).width).toBe(64)
  })
})

const done = { kind: 'done', renderS: expect.any(Number), bytes: expect.any(Number) }
/** More samples than any test waits for. */
const endless = { samples: 1_000_000 }

function textOf(outcome: PartOutcome): string {
  return outcome.kind === 'failed' ? outcome.problem.text : ''
}

function largestDifference(one: Buffer, other: Buffer): number {
  expect(one.length).toBe(other.length)
  return one.reduce((most, value, at) => Math.max(most, Math.abs(value - (other[at] ?? 0))), 0)
}

/** Returns the files that Blender has written but not passed on, seen from outside the sandbox. */
async function outputsIn(work: string): Promise<string[]> {
  const [sandbox = 0] = await processesOf(work)
  return readdir(`/proc/${(await below(sandbox)).at(-1)}/root/out`)
}

/** Starts a Blender that trusts the hostile scene, which ours never does. */
const trusting = 'blender -b -noaudio --factory-startup --enable-autoexec /scene/hostile.blend'

async function inSandbox(place: Workplace, script: string) {
  const { argv, seccomp, leave } = enterSandbox(await ownSandbox(), {
    profile: renderProfile,
    ...{ seen: [], gpuNodes: [], fileBytesMax: 1e6, memoryMibMax: 2_000 },
    readOnly: { [place.scenes]: '/scene' },
    scratch: { '/out': 1e6 },
    argv: ['sh', '-c', script],
  })
  return execute(argv, { timeoutMs: 60_000, seccomp }).finally(leave)
}
