import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { contentHash } from './content-hash.ts'

it('is the hash of the block hashes, however the bytes are split', async () => {
  const expected = hashOf(hashOf('abcd') + hashOf('efgh') + hashOf('ij'))
  expect(await contentHash(inParts('abcdefghij'), 4)).toBe(expected)
  expect(await contentHash(inParts('ab', 'cdefg', 'h', 'ij'), 4)).toBe(expected)
})

it('has no empty last block', async () => {
  expect(await contentHash(inParts('abcd', 'efgh'), 4)).toBe(
    hashOf(hashOf('abcd') + hashOf('efgh')),
  )
})

async function* inParts(...texts: string[]) {
  for (const text of texts) yield new TextEncoder().encode(text)
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
