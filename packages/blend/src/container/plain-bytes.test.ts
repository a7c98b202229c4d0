import { describe, expect, it } from 'vitest'
import { limits } from '../limits.ts'
import { plainBytes } from './plain-bytes.ts'

describe('plainBytes', () => {
  it('reads little after a jump', async () => {
    const { bytes, lengths } = setup()
    await bytes.load(0, 24)
    await bytes.load(50_000_000, 24)
    await bytes.load(10_000_000, 24)
    expect(lengths).toEqual([limits.pageBytesMin, limits.pageBytesMin, limits.pageBytesMin])
  })

  it('reads more and more in sequence, up to a limit', async () => {
    const { bytes, lengths } = setup()
    for (let at = 0, turns = 0; turns < 8; turns += 1) at += (await bytes.load(at, 24)).length
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b))
    expect(lengths.at(-1)).toBe(limits.pageBytesMax)
  })

  it('treats a step over a small body as sequential', async () => {
    const { bytes, lengths } = setup()
    const first = await bytes.load(0, 24)
    await bytes.load(first.length + 1_000, 24)
    expect(lengths[1]).toBeGreaterThan(lengths[0] ?? 0)
  })

  it('reads at least what is requested', async () => {
    const { bytes } = setup()
    expect(await bytes.load(0, 5_000_000)).toHaveLength(5_000_000)
  })
})

function setup() {
  const lengths: number[] = []
  const bytes = plainBytes({
    size: 100_000_000,
    async read(_offset, length) {
      lengths.push(length)
      return new Uint8Array(length)
    },
  })
  return { bytes, lengths }
}
