import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hashBlocks } from './hash-blocks.ts'

describe('the hashes of a file’s blocks', () => {
  it('are the SHA-256 of each block, the last one shorter', async () => {
    const { hashes } = await setup('abcdefgh'.repeat(3), 10)
    expect(hashes).toEqual(['abcdefghab', 'cdefghabcd', 'efgh'].map(sha256))
  })

  it('are one for a file of one block', async () => {
    expect((await setup('abc', 10)).hashes).toEqual([sha256('abc')])
    expect((await setup('abcdefghij', 10)).hashes).toHaveLength(1)
  })

  it('tell how many bytes are behind them, never more than there are', async () => {
    expect((await setup('abcdefgh'.repeat(3), 10)).sizes).toEqual([10, 20, 24])
  })
})

async function setup(text: string, blockBytes: number) {
  const sizes: number[] = []
  const hashes = await hashBlocks(blobOf(text), (bytes) => sizes.push(bytes), blockBytes)
  return { sizes, hashes }
}

/** As much of a Blob as is read, over Node's own bytes: jsdom's would be foreign to its hashing. */
function blobOf(text: string): Blob {
  const bytes = new TextEncoder().encode(text)
  const part = (from: number, to: number) => {
    const slice = bytes.slice(from, to)
    return { size: slice.length, arrayBuffer: async () => slice.buffer }
  }
  return asBlob({ size: bytes.length, slice: part })
}

/** Named cast: the code that is tested reads these members alone. */
function asBlob(part: object): Blob {
  return part as Blob
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
