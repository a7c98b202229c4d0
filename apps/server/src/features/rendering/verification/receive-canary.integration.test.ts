import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MachineId } from '@gridloom/contract/ids'
import { describe, expect, it } from 'vitest'
import { aCapability } from '../../../../test/render-rows.ts'
import { type RenderSite, withRendering } from '../../../../test/render-site.ts'
import { fileKeys } from '../file-keys.ts'
import { closeChunk } from '../scheduling/close-chunk.ts'
import { canarySamples } from './canary.ts'
import { readReference } from './canary-references.ts'
import { receiveCanary } from './receive-canary.ts'

describe('an unproven machine', () => {
  it('is given the canary before anything else, one at a time, and is admitted when it is right', async () => {
    await using site = await withRendering()
    const machine = await unproven(site)
    await site.job()
    const chunk = await site.extra(machine)
    expect(chunk).toMatchObject({
      kind: 'canary',
      job_id: null,
      spec: { work: { kind: 'canary', samples: canarySamples } },
    })
    expect(await site.extra(machine)).toBeUndefined()
    await expect(site.claim(machine)).rejects.toThrow('there were frames')
    await bring(site, machine, await referenceOf('3.4.1'), { samplesPerMinute: 1_500 })
    expect(await site.standing(machine)).toMatchObject({ admission: 'admitted', score: 1.5 })
    expect(await site.claim(machine)).toMatchObject({ kind: 'frames', machine_score: 1.5 })
    expect(await site.notices()).toEqual([])
  })

  it('of another version is held to what the nearest one makes, noise aside', async () => {
    await using site = await withRendering()
    const machine = await unproven(site, '4.4.0')
    await site.extra(machine)
    await bring(site, machine, await referenceOf('3.4.1'))
    expect(await site.standing(machine)).toMatchObject({ admission: 'admitted' })
  })

  it.each([
    ['the picture of another version', () => referenceOf('5.0.1')],
    ['what is no picture', async () => new Uint8Array(100)],
    [
      'a picture of something else',
      async () => readFile(new URL('../pictures/fixtures/honest.png', import.meta.url)),
    ],
  ])('that brings %s is refused, and its owner is told once', async (_, read) => {
    await using site = await withRendering()
    const machine = await unproven(site)
    await site.extra(machine)
    await bring(site, machine, await read())
    expect(await site.standing(machine)).toMatchObject({ admission: 'refused' })
    expect(await site.extra(machine)).toBeUndefined()
    expect(await site.notices()).toEqual([expect.stringContaining('3.4.1')])
    expect(await site.letters()).toEqual([expect.stringContaining('not admitted')])
  })

  it('that cannot render it is asked again in ten minutes, and its owner told once a day', async () => {
    await using site = await withRendering()
    const machine = await unproven(site)
    for (const minutes of [10, 10]) {
      const chunk = await site.extra(machine)
      expect(chunk).toMatchObject({ kind: 'canary' })
      await bring(site, machine, null)
      expect(await site.extra(machine)).toBeUndefined()
      await site.clock.advance(minutes * 60_000)
    }
    expect(await site.standing(machine)).toMatchObject({ admission: 'unproven' })
    expect(await site.letters()).toEqual([expect.stringContaining('could not render')])
  })

  it('is asked again at once where the canary was lost on the way', async () => {
    await using site = await withRendering()
    const machine = await unproven(site)
    const chunk = await site.extra(machine)
    if (chunk === undefined) throw new Error('there is a canary')
    await closeChunk(site.ctx, { chunk, state: 'lost', problem: null, failedBy: 'nobody' })
    expect(await site.extra(machine)).toMatchObject({ kind: 'canary' })
  })
})

it('changes nothing of a machine that was settled meanwhile, and keeps nothing of what came', async () => {
  await using site = await withRendering()
  const machine = await site.machine({ trust: 10, admission: 'refused' })
  const key = await bring(site, machine, await referenceOf('3.4.1'))
  expect(await site.standing(machine)).toMatchObject({ admission: 'refused', trust: 10 })
  expect(await site.files.size(key)).toBeUndefined()
})

const agentFolder = fileURLToPath(
  new URL('../../../../../agent/src/rendering/blender', import.meta.url),
)

it.skipIf(blenderVersion() !== '3.4.1')(
  'is compared with what the agent’s own scene looks like (needs Blender 3.4.1)',
  async () => {
    await using site = await withRendering()
    const machine = await unproven(site)
    await site.extra(machine)
    await bring(site, machine, await renderCanary())
    expect(await site.standing(machine)).toMatchObject({ admission: 'admitted' })
  },
)

function blenderVersion(): string | undefined {
  try {
    return /Blender (\S+)/.exec(execFileSync('blender', ['--version'], { encoding: 'utf8' }))?.[1]
  } catch {
    // @NOTE there is none here, and the test is skipped.
    return undefined
  }
}

/** As the agent does it, without its sandbox. */
async function renderCanary(): Promise<Uint8Array> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-canary-'))
  try {
    const script = [
      `import sys; sys.path.insert(0, ${JSON.stringify(agentFolder)})`,
      'import bpy, canary; canary.build()',
      'scene = bpy.context.scene; render = scene.render',
      'render.resolution_x, render.resolution_y, render.resolution_percentage = 320, 180, 100',
      `scene.cycles.samples = ${canarySamples}; scene.cycles.use_denoising = False`,
      `render.image_settings.file_format = 'PNG'; render.filepath = ${JSON.stringify(path.join(folder, 'canary.png'))}`,
      'bpy.ops.render.render(write_still=True)',
    ].join('\n')
    const words = [
      '--background',
      '--factory-startup',
      '-noaudio',
      '--python-exit-code',
      '97',
      '--python-expr',
      script,
    ]
    execFileSync('blender', words, { stdio: 'ignore' })
    return await readFile(path.join(folder, 'canary.png'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function unproven(site: RenderSite, version = '3.4.1'): Promise<MachineId> {
  return site.machine({
    admission: 'unproven',
    capability: aCapability({ blender_version: version }),
  })
}

async function referenceOf(version: string): Promise<Uint8Array> {
  return (await readReference(version)).picture.bytes
}

/** The machine reports its canary; the chunk is the one that it has, or one of long ago. */
async function bring(
  site: RenderSite,
  machine: MachineId,
  picture: Uint8Array | null,
  { samplesPerMinute = 1_000 } = {},
): Promise<string> {
  const chunk = await site.canaryChunk(machine)
  const key = fileKeys.arrived(chunk.id, site.ctx.ids.secret())
  if (picture !== null) await site.files.put(key, [picture], site.ctx.signal)
  await receiveCanary(site.ctx, {
    chunk,
    key: picture === null ? null : key,
    report: {
      chunk_id: chunk.id,
      lease_token: chunk.lease_token,
      phase: 'ended',
      pieces: [],
      problem: picture === null ? { code: 'blender_crashed', text: 'Blender crashed.' } : null,
      samples_per_minute: picture === null ? null : samplesPerMinute,
      memory_peak_mib: null,
    },
  })
  await closeChunk(site.ctx, { chunk, state: 'done', problem: null, failedBy: 'nobody' })
  return key
}
