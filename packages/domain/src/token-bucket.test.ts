import { expect, it } from 'vitest'
import { TokenBucket } from './token-bucket.ts'

const rate = { burst: 10, perSecond: 2 }

it('gives the burst at once, and then what comes each second', () => {
  const bucket = new TokenBucket(rate, 0)
  expect(bucket.take(10, 0)).toBe(0)
  expect(bucket.take(1, 0)).toBe(500)
  expect(bucket.take(1, 1_000)).toBe(0)
})

it('keeps no more than the burst, however long nothing was taken', () => {
  const bucket = new TokenBucket(rate, 0)
  expect(bucket.take(11, 1_000_000)).toBe(500)
})

it('says how long it takes until a debt is gone', () => {
  const bucket = new TokenBucket(rate, 0)
  expect(bucket.take(30, 0)).toBe(10_000)
  expect(bucket.take(0, 4_000)).toBe(6_000)
  expect(bucket.take(0, 10_000)).toBe(0)
})
