import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hashPieces } from './hash-pieces.ts'

describe('the hashes of a file’s pieces', () => {
  it('are the SHA-256 of each piece, the last one shorter', async () => {
    const { hashes } = await setup('abcdefgh'.repeat(3), 10)
    expect(hashes).toEqual(['abcdefghab', 'cdefghabcd', 'efgh'].map(sha256))
  })

  it('are one for a file of one piece', async () => {
    expect((await setup('abc', 10)).hashes).toEqual([sha256('abc')])
    expect((await setup('abcdefghij', 10)).hashes).toHaveLength(1)
  })

  it('tell how many bytes are behind them, never more than there are', async () => {
    expect((await setup('abcdefgh'.repeat(3), 10)).sizes).toEqual([10, 20, 24])
  })
})

async function setup(text: string, pieceBytes: number) {
  const sizes: number[] = []
  const hashes = await hashPieces(blobOf(text), (bytes) => sizes.push(bytes), pieceBytes)
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
