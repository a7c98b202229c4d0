import { describe, expect, it } from 'vitest'
import { createReadSlabs } from './read-slabs.ts'

const mib = 1024 * 1024

describe('memory for reads', () => {
  it('never offers bytes again that were not given back', () => {
    const slabs = createReadSlabs()
    const taken = Array.from({ length: 40 }, (_, at) => {
      slabs.room().fill(at)
      return slabs.take(100_000)
    })
    for (const [at, bytes] of taken.entries()) expect(bytes.every((byte) => byte === at)).toBe(true)
  })

  it('is used again once all of it was given back, in parts and in any order', () => {
    const slabs = createReadSlabs()
    const first = slabs.room()
    const one = slabs.take(600_000)
    slabs.room()
    const two = slabs.take(mib - 600_000)
    const second = slabs.room()
    expect(second.buffer).not.toBe(first.buffer)
    slabs.take(mib)
    slabs.release(two)
    slabs.release(one.subarray(0, 1))
    expect(slabs.room().buffer).not.toBe(first.buffer)
    slabs.take(mib)
    slabs.release(one.subarray(1))
    expect(slabs.room().buffer).toBe(first.buffer)
  })

  it('takes back nothing that is not its own', () => {
    const slabs = createReadSlabs()
    const first = slabs.room()
    const bytes = slabs.take(mib)
    slabs.room()
    slabs.release(Buffer.from(bytes))
    slabs.take(mib)
    expect(slabs.room().buffer).not.toBe(first.buffer)
  })
})
