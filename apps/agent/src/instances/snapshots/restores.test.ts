import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { createTestClock } from '@gridloom/async/test-clock'
import { SnapshotManifest } from '@gridloom/contract/agent/snapshots'
import { expect, it, vi } from 'vitest'
import { newSnapshotId } from '../../../test/snapshots.ts'
import { createFakeRuntime } from '../../runtime/fake/index.ts'
import { packTar } from '../../runtime/pack-tar.ts'
import { snapshotImage } from './names.ts'
import { openRestores, pieceWaitMs } from './restores.ts'
import { snapshotFolders } from './spool.ts'

const pieceBytes = 100_000

it('gives the engine a piece as soon as its hash was compared, and the image counts when all are there', async () => {
  await using site = await setup()
  const loaded = site.ensure()
  expect(await site.send(0, 1)).toBe(1)
  await vi.waitFor(() => expect(site.engineHas(0)).toBe(true))
  expect(site.engineHas(1)).toBe(false)
  expect(await site.isLoaded()).toBe(false)
  expect(site.progress.at(-1)).toBe('Receiving the snapshot')
  expect(await site.send(1, 2)).toBe(3)
  await loaded
  expect([site.engineHas(0), site.engineHas(1), site.engineHas(2)]).toEqual([true, true, true])
  expect(site.archives).toHaveLength(1)
  expect(await site.isLoaded()).toBe(true)
  expect(site.progress.at(-1)).toBe('Unpacking the snapshot')
  expect(await site.kept()).toEqual([])
})

it('gives the engine nothing of a piece with another hash, and goes on when the right one comes', async () => {
  await using site = await setup()
  const loaded = site.ensure()
  await site.send(0, 1)
  await vi.waitFor(() => expect(site.engineHas(0)).toBe(true))
  const damaged = site.pieces.map(({ bytes }) => Buffer.from(bytes).fill(0, 50, 60))
  await expect(site.send(1, 1, damaged)).rejects.toMatchObject({ code: 'invalid_input' })
  expect(site.archives.at(-1)?.bytes.length).toBeLessThan(2 * pieceBytes)
  expect(await site.isLoaded()).toBe(false)
  await site.send(1, 2)
  await loaded
  expect(site.archives).toHaveLength(1)
})

it('ends an archive whose next piece does not come, and gives the engine another once all are here', async () => {
  await using site = await setup()
  const loaded = site.ensure()
  await site.send(0, 1)
  await vi.waitFor(() => expect(site.engineHas(0)).toBe(true))
  await site.clock.advance(pieceWaitMs)
  await vi.waitFor(() => expect(site.ends()).toEqual(['broken']))
  await site.send(1, 1)
  await site.clock.advance(pieceWaitMs)
  expect(site.archives).toHaveLength(1)
  await site.send(2, 1)
  await loaded
  expect(site.ends()).toEqual(['broken', 'whole'])
})

it('takes no more pieces for an archive that the engine refused, and begins anew', async () => {
  await using site = await setup()
  const failed = expect(site.ensure()).rejects.toThrow('no space')
  await site.send(0, 1)
  await vi.waitFor(() => expect(site.engineHas(0)).toBe(true))
  site.runtime.control.failNext('importImage', new Error('no space'))
  const [, second, third] = site.pieces
  async function* untilFailed() {
    yield second?.bytes ?? Buffer.alloc(0)
    await failed
    yield third?.bytes ?? Buffer.alloc(0)
  }
  const sending = site.restores.receive(site.snapshot, 1, untilFailed())
  await expect(sending).rejects.toMatchObject({ code: 'state_conflict' })
  expect(await site.kept()).toEqual([])

  const loaded = site.ensure()
  expect(await site.send(0, 3)).toBe(3)
  await loaded
  expect(await site.isLoaded()).toBe(true)
})

it('of an instance that ends leaves the one alone that loads the same snapshot', async () => {
  await using site = await setup()
  const loaded = site.ensure()
  await site.send(0, 1)
  await vi.waitFor(() => expect(site.engineHas(0)).toBe(true))
  await site.restores.remove(site.snapshot, site.signal)
  await site.send(1, 2)
  await loaded
  expect(await site.isLoaded()).toBe(true)
})

/** A machine that restores a snapshot of one layer in three pieces; its engine records what it takes. */
async function setup() {
  const dataDir = await mkdtemp(join(tmpdir(), 'restores-'))
  const clock = createTestClock()
  const runtime = createFakeRuntime({ clock })
  const snapshot = newSnapshotId()
  const { signal } = new AbortController()
  const { manifest, pieces } = await aSnapshot()
  const archives: { bytes: Buffer; end: 'open' | 'whole' | 'broken' }[] = []
  const progress: string[] = []
  async function* recorded(stream: AsyncIterable<Uint8Array>) {
    const archive: (typeof archives)[number] = { bytes: Buffer.alloc(0), end: 'open' }
    archives.push(archive)
    try {
      for await (const portion of stream) {
        archive.bytes = Buffer.concat([archive.bytes, portion])
        yield portion
      }
      archive.end = 'whole'
    } finally {
      if (archive.end === 'open') archive.end = 'broken'
    }
  }
  const restores = openRestores({
    runtime: {
      ...runtime,
      importImage: (archive, ...rest) =>
        runtime.importImage({ ...archive, stream: recorded(archive.stream) }, ...rest),
    },
    clock,
    ensureImage: async () => {},
    owner: 'owner',
    dataDir,
  })
  await restores.begin(() => false, signal)
  return {
    ...{ runtime, clock, restores, snapshot, signal, pieces, archives, progress },
    ensure: () =>
      restores.ensure(
        { image: 'mine:1', snapshot },
        (shown) => progress.push(shown?.text ?? ''),
        signal,
      ),
    /** Sends so many pieces from one on; resolves with the number that are there. */
    async send(from: number, count: number, bytes = pieces.map((piece) => piece.bytes)) {
      await restores.open(snapshot, once(Buffer.from(JSON.stringify(manifest))))
      const sent = once(Buffer.concat(bytes.slice(from, from + count)))
      return (await restores.receive(snapshot, from, sent)).received
    },
    engineHas: (number: number) => archives.at(-1)?.bytes.includes(pieces[number]?.raw ?? 'none'),
    isLoaded: async () =>
      (await runtime.imageId(snapshotImage('owner', snapshot), signal)) !== undefined,
    ends: () => archives.map(({ end }) => end),
    kept: () => readdir(snapshotFolders(dataDir).restores),
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true }),
  }
}

async function aSnapshot() {
  const layer = await packTar([{ name: 'f', content: randomBytes(2.5 * pieceBytes) }])
  const pieces = [0, 1, 2].map((number) => {
    const end = number === 2 ? layer.length : (number + 1) * pieceBytes
    const raw = layer.subarray(number * pieceBytes, end)
    const bytes = zstdCompressSync(raw)
    return {
      raw,
      bytes,
      named: { sha256: sha256(bytes), bytes: bytes.length, raw_bytes: raw.length },
    }
  })
  const manifest = SnapshotManifest.parse({
    image: 'mine:1',
    architecture: 'x64',
    base_diff_ids: [],
    config: {},
    layers: [
      {
        diff_id: sha256(layer),
        raw_bytes: layer.length,
        pieces: pieces.map(({ named }) => named),
      },
    ],
  })
  return { manifest, pieces }
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
