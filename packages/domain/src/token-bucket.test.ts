import { expect, it } from 'vitest'
import { TokenBucket } from './token-bucket.ts'

const rate = { burst: 10, perSecond: 2 }

it('allows the burst at once, and then the rate per second', () => {
  const bucket = new TokenBucket(rate, 0)
  expect(bucket.take(10, 0)).toBe(0)
  expect(bucket.take(1, 0)).toBe(500)
  expect(bucket.take(1, 1_000)).toBe(0)
})

it('saves up no more than the burst', () => {
  const bucket = new TokenBucket(rate, 0)
  expect(bucket.take(11, 1_000_000)).toBe(500)
})

it('returns the time until a debt is paid off', () => {
  const bucket = new TokenBucket(rate, 0)
  expect(bucket.take(30, 0)).toBe(10_000)
  expect(bucket.take(0, 4_000)).toBe(6_000)
  expect(bucket.take(0, 10_000)).toBe(0)
})
