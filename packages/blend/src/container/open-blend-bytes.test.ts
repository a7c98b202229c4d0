import { zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { bytesOf, joined } from '../../test/blend-writer.ts'
import {
  gzipped,
  packingNames,
  packings,
  seekTable,
  skippable,
  zstdFrames,
  zstdWithoutTable,
  zstdWithTable,
} from '../../test/containers.ts'
import { limits } from '../limits.ts'
import { type ByteSource, memorySource } from '../source.ts'
import { openBlendBytes, openBlendStream } from './open-blend-bytes.ts'

const content = joined([bytesOf('BLENDER-v304'), noise(300_000)])

describe.each(packingNames)('a file packed as %s', (packing) => {
  const packed = packings[packing](content)

  it('reads from start to end', async () => {
    await using bytes = await openBlendBytes(memorySource(packed))
    expect(same(await all(bytes.load.bind(bytes)), content)).toBe(true)
  })

  it('reads anywhere, forwards and backwards', async () => {
    await using bytes = await openBlendBytes(memorySource(packed))
    for (const offset of [0, 250_000, 100, 131_070, 65_535, 299_990]) {
      const part = (await bytes.load(offset, 20)).subarray(0, 20)
      expect(part).toEqual(content.subarray(offset, offset + 20))
    }
  })

  it('reads a long range at once', async () => {
    await using bytes = await openBlendBytes(memorySource(packed))
    const part = (await bytes.load(10, 200_000)).subarray(0, 200_000)
    expect(same(part, content.subarray(10, 200_010))).toBe(true)
  })

  it('reads only what there is when more is requested', async () => {
    await using bytes = await openBlendBytes(memorySource(packed))
    expect(await bytes.load(content.length - 3, 50)).toEqual(content.subarray(-3))
    expect(await bytes.load(content.length + 10, 5)).toHaveLength(0)
  })

  it('reads the same from a stream', async () => {
    const stream = { packedSize: packed.length, open: () => pieces(packed, 777) }
    await using bytes = await openBlendStream(stream)
    expect(same(await all(bytes.load.bind(bytes)), content)).toBe(true)
    expect((await bytes.load(5, 5)).subarray(0, 5)).toEqual(content.subarray(5, 10))
  })
})

describe('zstd', () => {
  it('reads only the needed frames', async () => {
    const packed = zstdWithTable(content)
    const counted = countedSource(packed)
    await using bytes = await openBlendBytes(counted.source)
    const before = counted.read
    await bytes.load(200_000, 10)
    expect(counted.read - before).toBeLessThan(70_000)
  })

  it.each([
    ['covers less than the file', (frames: ReturnType<typeof zstdFrames>) => frames.slice(1)],
    ['says a frame is longer', (frames: ReturnType<typeof zstdFrames>) => frames.map(longer)],
  ])('ignores a seek table that %s', async (_name, change) => {
    const frames = zstdFrames(content, 64 * 1024)
    const packed = joined([...frames.map(({ packed }) => packed), seekTable(change(frames))])
    await using bytes = await openBlendBytes(memorySource(packed))
    expect(same(await all(bytes.load.bind(bytes)), content)).toBe(true)
  })

  it('throws damaged if a frame unpacks to less than its table states', async () => {
    const frames = zstdFrames(content, 64 * 1024)
    const lying = frames.map((frame) => ({ ...frame, unpackedBytes: frame.unpackedBytes + 5 }))
    const packed = joined([...frames.map(({ packed }) => packed), seekTable(lying)])
    await using bytes = await openBlendBytes(memorySource(packed))
    await expect(bytes.load(0, 20)).rejects.toMatchObject({ code: 'damaged' })
  })

  it('throws truncated for a file cut within a frame', async () => {
    const packed = zstdWithoutTable(content)
    const opening = openBlendBytes(memorySource(packed.subarray(0, packed.length - 1_000)))
    await expect(opening).rejects.toMatchObject({ code: 'truncated' })
  })

  it('throws damaged if other data follows a frame', async () => {
    const packed = joined([zstdWithoutTable(content), bytesOf('something else')])
    await expect(openBlendBytes(memorySource(packed))).rejects.toMatchObject({ code: 'damaged' })
  })

  it('streams a frame that is too large to unpack whole', async () => {
    const large = new Uint8Array(limits.frameBytes + 1_000_000).fill(66)
    large.set(content.subarray(0, 12))
    const packed = new Uint8Array(zstdCompressSync(large, { pledgedSrcSize: large.length }))
    await using bytes = await openBlendBytes(memorySource(packed))
    expect(bytes.size).toBeUndefined()
    expect((await bytes.load(large.length - 4, 4)).length).toBe(4)
  })

  it('skips a skippable frame in the middle', async () => {
    const half = content.length / 2
    const packed = joined([
      zstdWithoutTable(content.subarray(0, half)),
      skippable(new Uint8Array(70_000)),
      zstdWithoutTable(content.subarray(half)),
    ])
    await using bytes = await openBlendBytes(memorySource(packed))
    expect(same(await all(bytes.load.bind(bytes)), content)).toBe(true)
  })
})

describe('a file that is not a .blend', () => {
  it('throws empty if it has no bytes', async () => {
    await expect(openBlendBytes(memorySource(new Uint8Array(0)))).rejects.toMatchObject({
      code: 'empty',
    })
  })

  it.each(['PNG', 'a text that somebody wrote', 'BLENDE'])(
    'throws not_a_blend: “%s”',
    async (text) => {
      await expect(openBlendBytes(memorySource(bytesOf(text)))).rejects.toMatchObject({
        code: 'not_a_blend',
      })
    },
  )
})

describe('a damaged file', () => {
  it('throws damaged for broken gzip data', async () => {
    const packed = gzipped(content)
    packed.fill(0xaa, 1_000, 1_100)
    await using bytes = await openBlendBytes(memorySource(packed))
    await expect(bytes.load(content.length, 10)).rejects.toMatchObject({ code: 'damaged' })
  })

  it('throws bomb before it unpacks everything', async () => {
    const stream = {
      packedSize: 1_000,
      open: () => repeated(joined([bytesOf('BLENDER'), new Uint8Array(1_000_000)]), 2_000),
    }
    await using bytes = await openBlendStream(stream)
    await expect(bytes.load(1e12, 10)).rejects.toMatchObject({ code: 'bomb' })
  })
})

function same(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0
}

async function all(load: (offset: number, least: number) => Promise<Uint8Array>) {
  const parts: Uint8Array[] = []
  for (let at = 0; ; ) {
    const part = await load(at, 1)
    if (part.length === 0) return joined(parts)
    parts.push(part.slice())
    at += part.length
  }
}

function longer<T extends { packedBytes: number }>(frame: T): T {
  return { ...frame, packedBytes: frame.packedBytes + 1 }
}

async function* pieces(bytes: Uint8Array, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function* repeated(bytes: Uint8Array, times: number) {
  for (let left = times; left > 0; left -= 1) yield bytes
}

/** Bytes that hardly compress, the same in every run. */
function noise(length: number): Uint8Array {
  let state = 1
  return Uint8Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647
    return state & 255
  })
}

function countedSource(bytes: Uint8Array) {
  const memory = memorySource(bytes)
  const counted = { read: 0 }
  const source: ByteSource = {
    size: memory.size,
    async read(offset, length) {
      const part = await memory.read(offset, length)
      counted.read += part.length
      return part
    },
  }
  return Object.assign(counted, { source })
}
