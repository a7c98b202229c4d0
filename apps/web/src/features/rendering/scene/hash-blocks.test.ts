import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hashBlocks } from './hash-blocks.ts'

describe('the block hashes of a file', () => {
  it('are the SHA-256 of each block, with a shorter last one', async () => {
    const { hashes } = await setup('abcdefgh'.repeat(3), 10)
    expect(hashes).toEqual(['abcdefghab', 'cdefghabcd', 'efgh'].map(sha256))
  })

  it('are one hash for a file of one block', async () => {
    expect((await setup('abc', 10)).hashes).toEqual([sha256('abc')])
    expect((await setup('abcdefghij', 10)).hashes).toHaveLength(1)
  })

  it('report the bytes hashed so far, never more than the file’s size', async () => {
    expect((await setup('abcdefgh'.repeat(3), 10)).sizes).toEqual([10, 20, 24])
  })
})

async function setup(text: string, blockBytes: number) {
  const sizes: number[] = []
  const hashes = await hashBlocks(blobOf(text), (bytes) => sizes.push(bytes), blockBytes)
  return { sizes, hashes }
}

/** The part of Blob that the code reads, over Node's own bytes: Node's hashing rejects those of jsdom. */
function blobOf(text: string): Blob {
  const bytes = new TextEncoder().encode(text)
  const part = (from: number, to: number) => {
    const slice = bytes.slice(from, to)
    return { size: slice.length, arrayBuffer: async () => slice.buffer }
  }
  return asBlob({ size: bytes.length, slice: part })
}

/** Named cast: the code under test reads only these members. */
function asBlob(part: object): Blob {
  return part as Blob
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
