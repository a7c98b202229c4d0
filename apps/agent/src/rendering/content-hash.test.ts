import { createHash } from 'node:crypto'
import { hashBlockBytes } from '@gridloom/contract/core/constants'
import { describe, expect, it } from 'vitest'
import { createContentHasher } from './content-hash.ts'

describe('the content hash', () => {
  it.each([1, 3, 4, 5, 8, 100])(
    'is the same however the bytes are split: %i bytes at a time',
    (partBytes) => {
      const content = Buffer.alloc(21, 'gridloom')
      const hasher = createContentHasher(4)
      for (let from = 0; from < content.length; from += partBytes) {
        hasher.add(content.subarray(from, from + partBytes))
      }
      expect(hasher.bytes).toBe(21)
      expect(hasher.digest()).toBe(listHash(content, 4))
    },
  )

  it('has no empty block after a last full one', () => {
    const hasher = createContentHasher(4)
    hasher.add(Buffer.alloc(8, 'a'))
    expect(hasher.digest()).toBe(listHash(Buffer.alloc(8, 'a'), 4))
  })

  it('uses blocks of 8 MiB', () => {
    const content = Buffer.alloc(hashBlockBytes + 1, 'x')
    const hasher = createContentHasher()
    hasher.add(content)
    expect(hasher.digest()).toBe(listHash(content, 8 * 1024 * 1024))
  })
})

/** Computes the hash by its definition: the hash of the list of hashes. */
function listHash(content: Buffer, blockBytes: number): string {
  const hashes: string[] = []
  for (let from = 0; from < content.length; from += blockBytes) {
    hashes.push(sha256(content.subarray(from, from + blockBytes)))
  }
  return sha256(hashes.join(''))
}

function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}
