import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { systemClock } from '@gridloom/async/clock'
import type { ChunkReport, RenderChunkSpec } from '@gridloom/contract/agent/rendering'
import type { SceneKind } from '@gridloom/contract/agent/rendering-calls'
import { describe, expect, it, vi } from 'vitest'
import { makeZip } from '../../test/make-zip.ts'
import { makeBlend, ownBlender, whyNoBlender } from '../../test/real-blender.ts'
import { aChunk, aChunkId, anotherChunkId, contentHashOf } from '../../test/render-builders.ts'
import { partsOf } from '../../test/render-machine.ts'
import { openRendering } from './index.ts'

const missing = whyNoBlender()

describe.skipIf(missing !== undefined)(`rendering with the real Blender ${missing ?? ''}`, () => {
  it('renders a zip at low priority, keeps Blender for the next chunk, and stops it', async () => {
    await using test = await setup()
    const zip = makeZip([{ name: 'shot/scene.blend', content: await makeBlend(test.dataDir) }])
    const scene = await test.send(zip, 'zip')
    const work = aChunk(scene, [1, 10]).work
    if (work.kind !== 'render') throw new Error('it renders')
    const chunk = aChunk(scene, [], { work: { ...work, blend_path: 'shot/scene.blend' } })
    await test.rendering.chunks.accept(chunk)
    await vi.waitFor(async () => expect(await nicesOf(test.dataDir)).toContain(19), waiting)
    const report = await test.ended(chunk)
    expect(report).toMatchObject({
      problem: null,
      pieces: [
        { key: '1', state: 'done', file: { name: 'f_1.png' } },
        { key: '10', state: 'done', file: { name: 'f_10.png' } },
      ],
    })
    const pictures = await Promise.all(['f_1.png', 'f_10.png'].map((name) => test.picture(name)))
    for (const picture of pictures) expect(sizeOf(picture)).toEqual({ width: 64, height: 36 })
    expect(pictures[0]?.equals(pictures[1] ?? Buffer.alloc(0))).toBe(false)
    expect(test.rendering.chunks.log(aChunkId)).not.toContain(test.dataDir)

    const before = await workFolders(test.dataDir)
    const endless = { ...work.settings, width: 1_920, height: 1_080, samples: 10_000 }
    const next = { ...chunk, chunk_id: anotherChunkId }
    await test.rendering.chunks.accept(next)
    await test.ended(next)
    expect(await workFolders(test.dataDir)).toEqual(before)
    await test.rendering.chunks.accept({
      ...next,
      lease_token: 'lease-2',
      work: { ...work, blend_path: 'shot/scene.blend', settings: endless },
    })
    await vi.waitFor(() => expect(test.report(next).phase).toBe('rendering'), waiting)
    await test.rendering.chunks.stop(anotherChunkId, 'now')
    expect(await nicesOf(test.dataDir)).toEqual([])
    expect(test.report(next)).toMatchObject({ phase: 'ended', pieces: [], problem: null })
  })

  it('reports an invalid file as file_broken', async () => {
    await using test = await setup()
    const scene = await test.send(Buffer.alloc(10_000, 'BLENDER-v304'), 'blend')
    await test.rendering.chunks.accept(aChunk(scene, [1]))
    const { problem, pieces } = await test.ended(aChunk(scene, [1]))
    expect(problem?.code).toBe('file_broken')
    expect(pieces).toEqual([])
  })
})

const waiting = { timeout: 30_000, interval: 20 }

async function setup() {
  const dataDir = await mkdtemp(join(tmpdir(), 'gridloom-blender-'))
  await mkdir(join(dataDir, 'render'))
  const failures: unknown[] = []
  const renderer = { ...ownBlender(dataDir), probe: async () => ({ missing: 'not asked' }) }
  const rendering = await openRendering(
    { renderer, threads: 1, readFingerprint: async () => '' },
    { dataDir, clock: systemClock, onFailure: (cause) => void failures.push(cause) },
  )
  const report = ({ chunk_id: id }: RenderChunkSpec): ChunkReport => {
    const found = rendering.chunks.reports().find(({ chunk_id }) => chunk_id === id)
    if (found === undefined) throw new Error(`no report of ${id}`)
    return found
  }
  return {
    dataDir,
    rendering,
    report,
    send: async (content: Uint8Array, kind: SceneKind) => {
      const scene = contentHashOf(content)
      const sending = { scene, offset: 0, size: content.length, kind }
      await rendering.scenes.receive(sending, partsOf(content), new AbortController().signal)
      return scene
    },
    ended: async (chunk: RenderChunkSpec) => {
      await vi.waitFor(() => expect(report(chunk).phase).toBe('ended'), waiting)
      return report(chunk)
    },
    picture: (name: string) => buffer(rendering.chunks.picture(aChunkId, name).open()),
    [Symbol.asyncDispose]: async () => {
      await rendering[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true })
    },
  }
}

/** Returns one folder for each Blender that was started and not closed. */
function workFolders(dataDir: string): Promise<string[]> {
  return readdir(join(dataDir, 'render/work'))
}

/** Returns the nice values of the processes started for a folder: proc(5), field 19 of `stat`. */
async function nicesOf(dataDir: string): Promise<number[]> {
  const nices: number[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    // @NOTE a process may end while it is inspected
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (!words.includes(`${dataDir}/render/work`)) continue
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields !== undefined) nices.push(Number(fields[16]))
  }
  return nices
}

/** Returns the size in the header of a PNG. */
function sizeOf(picture: Buffer): { width: number; height: number } {
  return { width: picture.readUInt32BE(16), height: picture.readUInt32BE(20) }
}
