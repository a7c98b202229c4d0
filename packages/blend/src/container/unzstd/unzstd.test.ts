import { zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { bytesOf, joined } from '../../../test/blend-writer.ts'
import { zstdOfUnknownSize } from '../../../test/containers.ts'
import { unzstd as node } from './node.ts'
import { unzstd as portable } from './portable.ts'

const content = bytesOf('the same words again and again, '.repeat(10_000))

describe.each([
  ['Node’s', node],
  ['fzstd', portable],
])('%s decoder', (_name, unzstd) => {
  it('unpacks a frame of known size', async () => {
    const packed = new Uint8Array(zstdCompressSync(content, { pledgedSrcSize: content.length }))
    expect(Buffer.compare(await unzstd.frame(packed, content.length), content)).toBe(0)
  })

  it('unpacks a frame as a stream', async () => {
    const parts: Uint8Array[] = []
    for await (const part of unzstd.frameStream(pieces(zstdOfUnknownSize(content), 100)))
      parts.push(part)
    expect(Buffer.compare(joined(parts), content)).toBe(0)
  })

  it('stops in the middle without an error', async () => {
    for await (const part of unzstd.frameStream(pieces(zstdOfUnknownSize(content), 100))) {
      expect(part.length).toBeGreaterThan(0)
      break
    }
  })

  it('throws for data that is not a frame', async () => {
    await expect(unzstd.frame(bytesOf('nothing of that kind'), 10)).rejects.toThrow()
    const reading = all(unzstd.frameStream(pieces(bytesOf('nothing of that kind'), 7)))
    await expect(reading).rejects.toThrow()
  })

  it('throws for a frame that is cut short', async () => {
    const cut = zstdOfUnknownSize(content).subarray(0, 40)
    await expect(all(unzstd.frameStream(pieces(cut, 7)))).rejects.toThrow()
  })

  it('throws the error of its input', async () => {
    await expect(all(unzstd.frameStream(broken()))).rejects.toThrow('the disk is gone')
  })

  it('returns bytes whose slices are copies', async () => {
    const packed = new Uint8Array(zstdCompressSync(content, { pledgedSrcSize: content.length }))
    const bytes = await unzstd.frame(packed, content.length)
    expect(bytes.slice(0, 4).buffer).not.toBe(bytes.buffer)
  })
})

async function all(parts: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0
  for await (const part of parts) bytes += part.length
  return bytes
}

async function* pieces(bytes: Uint8Array, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function* broken() {
  yield zstdOfUnknownSize(content).subarray(0, 20)
  throw new Error('the disk is gone')
}
