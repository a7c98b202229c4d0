import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ChunkReport, type RenderChunkSpec } from '@gridloom/contract/agent/rendering'
import { RenderChunkId } from '@gridloom/contract/core/ids'
import { describe, expect, it } from 'vitest'
import { makeZip } from '../../test/make-zip.ts'
import {
  aChunk,
  aChunkId,
  anotherChunkId,
  bytesOf,
  contentHashOf,
  someLimits,
  someSettings,
} from '../../test/render-builders.ts'
import { partsOf, type RenderMachine, startRenderMachine } from '../../test/render-machine.ts'
import { reportEveryMs } from './change-notifier.ts'
import { unpackingAnsweredMs } from './take-scene.ts'

const crashed = { code: 'blender_crashed', text: 'It crashed.' } as const
const noCamera = { code: 'no_camera', text: 'It has no camera.' } as const

describe('a chunk', () => {
  it('is rendered part by part, each a picture with its hash', async () => {
    await using test = await startRenderMachine()
    await accept(test, aChunk(await test.aScene(), [1, 2]))
    await (await test.making('1')).finish('first')
    await (await test.making('2')).finish('second')
    const report = await test.ended(aChunkId)
    expect(ChunkReport.parse(report)).toMatchObject({
      chunk_id: aChunkId,
      lease_token: 'lease-1',
      problem: null,
      memory_peak_mib: 200,
      pieces: [
        {
          key: '1',
          state: 'done',
          render_s: 1.5,
          file: { name: 'f_1.png', bytes: 5, sha256: expect.any(String) },
        },
        { key: '2', state: 'done', file: { name: 'f_2.png' } },
      ],
    })
    expect(await pictures(test)).toEqual(['f_1.png', 'f_2.png'])
    expect(await readFile(join(folderOf(test), 'pictures/f_2.png'), 'utf8')).toBe('second')
  })

  it('waits for its turn behind the one before it', async () => {
    await using test = await startRenderMachine()
    const scene = await test.aScene()
    await accept(test, aChunk(scene, [1]))
    await accept(test, aChunk(scene, [2], { chunk_id: anotherChunkId }))
    await test.making('1')
    expect(test.report(anotherChunkId).phase).toBe('waiting')
    await test.blender.making()?.finish()
    await test.making('2')
    expect(test.report(aChunkId).phase).toBe('ended')
    expect(test.report(anotherChunkId).phase).toBe('rendering')
  })

  it('may be sent any number of times', async () => {
    await using test = await startRenderMachine()
    const chunk = aChunk(await test.aScene(), [1])
    await Promise.all([accept(test, chunk), accept(test, chunk)])
    await (await test.making('1')).finish()
    await accept(test, chunk)
    await test.ended(aChunkId)
    await accept(test, chunk)
    expect(test.rendering.chunks.reports()).toHaveLength(1)
    expect(test.report(aChunkId).phase).toBe('ended')
  })

  it('starts again under another lease, and its old pictures are deleted', async () => {
    await using test = await startRenderMachine()
    const scene = await test.aScene()
    await accept(test, aChunk(scene, [1, 2]))
    await (await test.making('1')).finish()
    await test.making('2')
    await accept(test, aChunk(scene, [3], { lease_token: 'lease-2' }))
    await test.making('3')
    expect(test.report(aChunkId)).toMatchObject({
      lease_token: 'lease-2',
      pieces: [{ key: '3', state: 'rendering' }],
    })
    expect(await pictures(test)).toEqual([])
  })

  it('is rejected beyond 100 chunks', async () => {
    await using test = await startRenderMachine()
    const scene = contentHashOf(bytesOf('never sent'))
    for (let at = 0; at < 100; at += 1) await accept(test, aChunk(scene, [1], { chunk_id: id(at) }))
    const more = accept(test, aChunk(scene, [1], { chunk_id: id(100) }))
    await expect(more).rejects.toMatchObject({ code: 'state_conflict' })
  })

  it('is taken however many short ones ended before, and those that are still reported are kept', async () => {
    await using test = await startRenderMachine()
    const scene = contentHashOf(bytesOf('never sent'))
    for (let at = 0; at < 100; at += 1) {
      await accept(test, aChunk(scene, [1], { chunk_id: id(at) }))
      await test.rendering.chunks.stop(id(at), 'now')
      // Its end is confirmed, as the control plane does.
      if (at < 99) await test.rendering.chunks.stop(id(at), 'now')
    }
    await test.clock.advance(12_000)
    for (let at = 100; at < 150; at += 1)
      await accept(test, aChunk(scene, [1], { chunk_id: id(at) }))
    expect(() => test.rendering.chunks.log(id(0))).toThrow('does not exist')
    expect(test.report(id(99)).phase).toBe('ended')
  })
})

describe('a part that fails', () => {
  it('does not prevent the others from being rendered', async () => {
    await using test = await startRenderMachine()
    await accept(test, aChunk(await test.aScene(), [1, 2]))
    const problem = { code: 'out_of_memory', text: 'It needs more memory.' } as const
    ;(await test.making('1')).fail(problem)
    await (await test.making('2')).finish()
    expect(await test.ended(aChunkId)).toMatchObject({
      problem: null,
      pieces: [
        { key: '1', state: 'failed', file: null, problem },
        { key: '2', state: 'done' },
      ],
    })
  })

  it('with its Blender has the scene opened again for the next part', async () => {
    await using test = await startRenderMachine()
    await accept(test, aChunk(await test.aScene(), [1, 2]))
    ;(await test.making('1')).crash(crashed)
    await (await test.making('2')).finish()
    expect(await test.ended(aChunkId)).toMatchObject({
      pieces: [{ state: 'failed', problem: crashed }, { state: 'done' }],
    })
    expect(test.blender.opened).toHaveLength(2)
    expect(test.rendering.chunks.log(aChunkId)).toBe('opened scene.blend\nopened scene.blend\n')
  })

  it('ends the chunk if its scene cannot be opened', async () => {
    await using test = await startRenderMachine()
    test.blender.failOpening(noCamera)
    await accept(test, aChunk(await test.aScene(), [1, 2]))
    expect(await test.ended(aChunkId)).toMatchObject({ problem: noCamera, pieces: [] })
    expect(test.blender.opened).toHaveLength(1)
  })

  it('ends the chunk if the zip has no such file', async () => {
    await using test = await startRenderMachine()
    const zip = await test.send(makeZip([{ name: 'a.blend', content: 'BLENDER' }]), 'zip')
    await accept(test, aChunk(zip, [1]))
    expect(await test.ended(aChunkId)).toMatchObject({
      problem: { code: 'file_broken', text: 'The zip does not contain scene.blend.' },
    })
  })

  it('ends the chunk as blender_failed, without paths, if the machine itself failed', async () => {
    await using test = await startRenderMachine()
    await accept(test, aChunk(await test.aScene(), [1, 2]))
    const making = await test.making('1')
    await rm(join(folderOf(test), 'pictures'), { recursive: true })
    await making.finish()
    const { problem, pieces } = await test.ended(aChunkId)
    expect(problem).toEqual({
      code: 'blender_failed',
      text: 'The machine failed to process the frame.',
    })
    expect(pieces).toEqual([])
    expect(test.failures).toMatchObject([{ code: 'ENOENT' }])
  })

  it('ends the chunk if the disk is full', async () => {
    await using test = await startRenderMachine()
    await accept(test, aChunk(await test.aScene(), [1, 2]))
    const making = await test.making('1')
    test.disk.freeBytes = 0
    await making.finish()
    expect(await test.ended(aChunkId)).toMatchObject({
      problem: { code: 'disk_full', text: 'The disk of the machine is full.' },
      pieces: [{ key: '1', state: 'done' }],
    })
  })
})

describe('an open scene', () => {
  it('is kept for the next chunk with the same scene, path, settings and limits', async () => {
    await using test = await startRenderMachine()
    const scene = await test.aScene()
    test.blender.finishAll()
    for (const [at, frame] of [1, 2, 3].entries()) {
      await accept(test, aChunk(scene, [frame], { chunk_id: id(at) }))
      await test.ended(id(at))
    }
    expect(test.blender.opened).toHaveLength(1)
    expect(test.blender.live()).toBe(1)
  })

  it('is kept if only the time limit of a part changed, which applies from then on', async () => {
    await using test = await startRenderMachine()
    const scene = await test.aScene()
    test.blender.finishAll()
    await accept(test, aChunk(scene, [1]))
    await test.ended(aChunkId)
    const limits = { ...someLimits, piece_s_max: 24 * 60 * 60 }
    await accept(test, aChunk(scene, [2], { chunk_id: anotherChunkId, limits }))
    await test.ended(anotherChunkId)
    expect(test.blender.opened).toHaveLength(1)
    expect(test.blender.allowed()).toBe(limits.piece_s_max)
  })

  it.each<[string, (chunk: RenderChunkSpec) => RenderChunkSpec]>([
    ['other settings', (chunk) => withSettings(chunk, { samples: 2 })],
    ['other limits', (chunk) => ({ ...chunk, limits: { ...someLimits, memory_mib_max: 100 } })],
  ])('is closed for %s', async (_, change) => {
    await using test = await startRenderMachine()
    const scene = await test.aScene()
    test.blender.finishAll()
    await accept(test, aChunk(scene, [1]))
    await test.ended(aChunkId)
    await accept(test, change(aChunk(scene, [2], { chunk_id: anotherChunkId })))
    await test.ended(anotherChunkId)
    expect(test.blender.opened).toHaveLength(2)
    expect(test.blender.live()).toBe(1)
  })

  it('is closed after two idle minutes', async () => {
    await using test = await startRenderMachine()
    test.blender.finishAll()
    await accept(test, aChunk(await test.aScene(), [1]))
    await test.ended(aChunkId)
    await test.clock.advance(119_000)
    expect(test.blender.live()).toBe(1)
    await test.clock.advance(1_000)
    await test.until(() => test.blender.live() === 0)
  })

  it('is opened with the requested limits, threads and file', async () => {
    await using test = await startRenderMachine()
    const scene = await test.aScene()
    await accept(test, aChunk(scene, [1]))
    await test.making('1')
    expect(test.blender.opened).toMatchObject([
      {
        sceneFolder: join(test.dataDir, 'render/scenes', scene, 'content'),
        sceneFile: 'scene.blend',
        limits: someLimits,
        settings: someSettings,
        threads: 2,
      },
    ])
  })
})

describe('stopping a chunk', () => {
  it('now kills the part being rendered, and drops it from the report', async () => {
    await using test = await startRenderMachine()
    await accept(test, aChunk(await test.aScene(), [1, 2, 3]))
    await (await test.making('1')).finish()
    await test.making('2')
    await test.rendering.chunks.stop(aChunkId, 'now')
    expect(test.blender.live()).toBe(0)
    expect(test.report(aChunkId)).toMatchObject({
      phase: 'ended',
      problem: null,
      pieces: [{ key: '1', state: 'done' }],
    })
  })

  it('after the part finishes that part, and closes Blender', async () => {
    await using test = await startRenderMachine()
    await accept(test, aChunk(await test.aScene(), [1, 2]))
    const making = await test.making('1')
    await test.rendering.chunks.stop(aChunkId, 'after_piece')
    expect(test.report(aChunkId).phase).toBe('rendering')
    await making.finish()
    expect(await test.ended(aChunkId)).toMatchObject({
      problem: null,
      pieces: [{ key: '1', state: 'done' }],
    })
    expect(test.blender.live()).toBe(0)
  })

  it.each(['now', 'after_piece'] as const)('ends a waiting chunk: %s', async (mode) => {
    await using test = await startRenderMachine()
    const scene = await test.aScene()
    await accept(test, aChunk(scene, [1]))
    await accept(test, aChunk(scene, [2], { chunk_id: anotherChunkId }))
    await test.making('1')
    await test.rendering.chunks.stop(anotherChunkId, mode)
    expect(test.report(anotherChunkId)).toMatchObject({ phase: 'ended', pieces: [] })
    expect(test.report(aChunkId).phase).toBe('rendering')
  })

  it('does nothing if it is unknown or has ended', async () => {
    await using test = await startRenderMachine()
    await test.rendering.chunks.stop(aChunkId, 'now')
    test.blender.finishAll()
    await accept(test, aChunk(await test.aScene(), [1]))
    await test.ended(aChunkId)
    await test.rendering.chunks.stop(aChunkId, 'now')
    expect(test.report(aChunkId).pieces).toMatchObject([{ state: 'done' }])
  })
})

describe('a missing scene', () => {
  it('is waited for, while chunks with a scene are rendered', async () => {
    await using test = await startRenderMachine()
    const late = bytesOf('BLENDER late')
    await accept(test, aChunk(contentHashOf(late), [1]))
    await accept(test, aChunk(await test.aScene(), [2], { chunk_id: anotherChunkId }))
    await (await test.making('2')).finish()
    expect(test.report(aChunkId).phase).toBe('fetching')
    await test.send(late)
    await (await test.making('1')).finish()
    await test.ended(aChunkId)
  })

  it('that is unpacked for long is waited for, after its sender got an answer', async () => {
    await using test = await startSlowUnpacking()
    const zip = makeZip([{ name: 'scene.blend', content: 'BLENDER' }])
    await test.sendUntilAnswered(zip)
    await test.clock.advance(120_000)
    expect(test.report(aChunkId).phase).toBe('fetching')
    test.unpack()
    await test.making('1')
  })

  it('that turns out to be broken after its sender got an answer ends the chunk', async () => {
    await using test = await startSlowUnpacking()
    await test.sendUntilAnswered(makeZip([{ name: 'scene.blend' }, { name: 'scene.blend' }]))
    test.unpack()
    expect(await test.ended(aChunkId)).toMatchObject({
      problem: { code: 'file_broken', text: expect.stringContaining('cannot be extracted') },
    })
  })

  it('ends the chunk if it is not sent for a minute', async () => {
    await using test = await startRenderMachine()
    await accept(test, aChunk(contentHashOf(bytesOf('never')), [1]))
    await test.clock.advance(59_000)
    expect(test.report(aChunkId).phase).toBe('fetching')
    await test.clock.advance(6_000)
    expect(test.report(aChunkId)).toMatchObject({
      phase: 'ended',
      problem: { code: 'scene_missing' },
    })
  })
})

describe('taking pictures', () => {
  it('deletes them and removes them from the report', async () => {
    await using test = await startRenderMachine()
    await accept(test, aChunk(await test.aScene(), [1, 2]))
    await (await test.making('1')).finish()
    await test.making('2')
    await test.rendering.chunks.taken(aChunkId, ['1', '2', 'unknown'])
    expect(test.report(aChunkId).pieces).toMatchObject([{ key: '2', state: 'rendering' }])
    expect(await pictures(test)).toEqual([])
    await test.blender.making()?.finish()
    await test.ended(aChunkId)
    expect(await pictures(test)).toEqual(['f_2.png'])
  })

  it('keeps a chunk for two heartbeats in reports, and its log for minutes', async () => {
    await using test = await startRenderMachine()
    test.blender.finishAll()
    await accept(test, aChunk(await test.aScene(), [1]))
    await test.ended(aChunkId)
    await test.rendering.chunks.taken(aChunkId, ['1'])
    await test.clock.advance(10_000)
    expect(test.rendering.chunks.reports()).toHaveLength(1)
    await test.clock.advance(5_000)
    expect(test.rendering.chunks.reports()).toEqual([])
    expect(test.rendering.chunks.log(aChunkId)).toBe('opened scene.blend\n')
    await test.clock.advance(600_000)
    await test.until(() => !existsSync(folderOf(test)))
    expect(() => test.rendering.chunks.log(aChunkId)).toThrow('does not exist on the machine')
  })

  it('is required: pictures that are not taken are reported for a day', async () => {
    await using test = await startRenderMachine()
    test.blender.finishAll()
    await accept(test, aChunk(await test.aScene(), [1]))
    await test.ended(aChunkId)
    await test.clock.advance(23 * 60 * 60_000)
    expect(test.report(aChunkId).pieces).toHaveLength(1)
  })

  it('of an unknown chunk does nothing', async () => {
    await using test = await startRenderMachine()
    await expect(test.rendering.chunks.taken(aChunkId, ['1'])).resolves.toBeUndefined()
  })
})

describe('a restart of the agent', () => {
  it('reports finished pictures again, and the rest as not rendered', async () => {
    await using test = await startRenderMachine()
    const scene = await test.aScene()
    await accept(test, aChunk(scene, [1, 2]))
    await accept(test, aChunk(scene, [3], { chunk_id: anotherChunkId }))
    await (await test.making('1')).finish('first')
    await test.making('2')
    await test.restart()
    expect(test.report(aChunkId)).toMatchObject({
      lease_token: 'lease-1',
      phase: 'ended',
      problem: { code: 'machine_left' },
      pieces: [{ key: '1', state: 'done', file: { name: 'f_1.png' } }],
    })
    expect(test.report(anotherChunkId)).toMatchObject({
      phase: 'ended',
      problem: { code: 'machine_left' },
      pieces: [],
    })
    const picture = test.rendering.chunks.picture(aChunkId, 'f_1.png')
    expect(Buffer.concat(await Array.fromAsync(picture.open())).toString()).toBe('first')
    expect(test.rendering.chunks.log(aChunkId)).toBe('opened scene.blend\n')
  })

  it('changes nothing of an ended chunk', async () => {
    await using test = await startRenderMachine()
    test.blender.finishAll()
    await accept(test, aChunk(await test.aScene(), [1, 2]))
    const before = await test.ended(aChunkId)
    await test.rendering.chunks.taken(aChunkId, ['1'])
    await test.restart()
    expect(test.report(aChunkId)).toEqual({ ...before, pieces: before.pieces.slice(1) })
  })
})

describe('progress', () => {
  it('is reported at once, and then once a second at most', async () => {
    await using test = await startRenderMachine()
    await accept(test, aChunk(await test.aScene(), [1]))
    const { progress } = await test.making('1')
    await test.clock.advance(2 * reportEveryMs)
    const before = test.reported.length
    for (let sample = 1; sample <= 100; sample += 1) {
      progress({ sample, samples: 100 })
      await test.clock.advance(10)
    }
    await test.clock.advance(reportEveryMs)
    const reported = test.reported.slice(before).map(({ pieces }) => pieces[0]?.sample)
    expect(reported).toEqual([1, 100])
  })

  it('contains the samples of the part being rendered', async () => {
    await using test = await startRenderMachine()
    await accept(test, aChunk(await test.aScene(), [1]))
    const { progress } = await test.making('1')
    progress({ sample: 3, samples: 8 })
    expect(test.report(aChunkId).pieces).toMatchObject([
      { key: '1', state: 'rendering', sample: 3, samples: 8, file: null },
    ])
  })
})

describe('work other than rendering', () => {
  it('merges ranges of samples from uploaded files, with no scene open', async () => {
    await using test = await startRenderMachine()
    const scene = await test.aScene()
    const inputs = [
      await test.send(bytesOf('one'), 'file'),
      await test.send(bytesOf('two'), 'file'),
    ]
    const work = {
      kind: 'merge',
      inputs,
      scene,
      blend_path: 'scene.blend',
      settings: someSettings,
      frame: 7,
    } as const
    await accept(test, aChunk(scene, [], { work }))
    const making = await test.making('7')
    expect(test.blender.live()).toBe(0)
    const read = await Promise.all(making.inputs.map((input) => readFile(input, 'utf8')))
    expect(read).toEqual(['one', 'two'])
    await making.finish()
    expect((await test.ended(aChunkId)).pieces).toMatchObject([
      { key: '7', state: 'done', file: { name: 'f_7.png' } },
    ])
  })

  it('renders the canary with no scene open, and reports its speed', async () => {
    await using test = await startRenderMachine()
    const scene = await test.aScene()
    await accept(test, aChunk(scene, [1], { chunk_id: anotherChunkId }))
    await (await test.making('1')).finish()
    await test.ended(anotherChunkId)
    await accept(test, aChunk(scene, [], { work: aCanary }))
    await test.until(() => test.blender.canaries.length === 1)
    expect(test.blender.live()).toBe(0)
    await (await test.making('1')).finish()
    expect(await test.ended(aChunkId)).toMatchObject({
      samples_per_minute: 900,
      memory_peak_mib: 90,
      pieces: [{ key: '1', state: 'done', file: { name: 'canary.png' } }],
    })
    expect(test.blender.canaries).toMatchObject([{ canary: aCanary, device: 'cpu', threads: 2 }])
    expect(test.rendering.chunks.log(aChunkId)).toBe('canary\n')
  })
})

const aCanary = {
  kind: 'canary',
  samples: 32,
  seed: 7,
  view: { turn_deg: 10, height_m: 2, lens_mm: 40 },
} as const

/** A machine that takes minutes to unpack a zip; a chunk is sent as soon as the sender of the zip has its answer. */
async function startSlowUnpacking() {
  const gate = Promise.withResolvers<void>()
  let looks = 0
  const test = await startRenderMachine({
    beforeDisk: async () => {
      looks += 1
      if (looks === 2) await gate.promise
    },
  })
  return {
    ...test,
    unpack: gate.resolve,
    sendUntilAnswered: async (zip: Uint8Array) => {
      const scene = contentHashOf(zip)
      const sending = { scene, offset: 0, size: zip.length, kind: 'zip' } as const
      const { signal } = new AbortController()
      const answered = test.rendering.scenes.receive(sending, partsOf(zip), signal)
      await test.until(() => looks === 2)
      await test.clock.advance(unpackingAnsweredMs)
      expect(await answered).toEqual({ received_bytes: zip.length, ready: false })
      await accept(test, aChunk(scene, [1]))
    },
  }
}

function accept(test: RenderMachine, chunk: RenderChunkSpec): Promise<void> {
  return test.rendering.chunks.accept(chunk)
}

function id(at: number) {
  return RenderChunkId.parse(aChunkId.replace(/...$/, String(at).padStart(3, '0')))
}

function withSettings(
  chunk: RenderChunkSpec,
  changes: Partial<typeof someSettings>,
): RenderChunkSpec {
  const { work } = chunk
  if (work.kind !== 'render') return chunk
  return { ...chunk, work: { ...work, settings: { ...work.settings, ...changes } } }
}

function chunksFolder({ dataDir }: RenderMachine): string {
  return join(dataDir, 'render/chunks')
}

function folderOf(test: RenderMachine): string {
  return join(chunksFolder(test), aChunkId)
}

function pictures(test: RenderMachine): Promise<string[]> {
  return readdir(join(folderOf(test), 'pictures'))
}
