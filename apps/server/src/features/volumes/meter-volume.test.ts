import { expect, it } from 'vitest'
import { meterVolume } from './meter-volume.ts'

const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms)
const row = { metered_s: 100, metered_at: at(0), metered_online_ms: 50_000, kept_until: null }

it('counts the time in which the machine was online', () => {
  const metered = meterVolume(row, { onlineMs: 50_000 + 600_000, now: at(3_600_000) })
  expect(metered).toMatchObject({ seconds: 600, change: { metered_s: 700 } })
})

it('never counts more than passed by our clock, whatever the machine says', () => {
  expect(meterVolume(row, { onlineMs: 9e9, now: at(10_000) }).seconds).toBe(10)
  expect(meterVolume(row, { onlineMs: 0, now: at(10_000) }).seconds).toBe(0)
  expect(meterVolume(row, { onlineMs: 9e9, now: at(-10_000) }).seconds).toBe(0)
})

it('counts every second once, however the time is cut', () => {
  let now = row as Parameters<typeof meterVolume>[0]
  let sum = 0
  for (let ms = 700; ms <= 70_000; ms += 700) {
    const { seconds, change } = meterVolume(now, { onlineMs: 50_000 + ms, now: at(ms) })
    sum += seconds
    now = { ...now, ...change }
  }
  expect(sum).toBe(70)
})

it('counts nothing while the volume is kept without payment, and not later either', () => {
  const unpaid = { ...row, kept_until: at(1) }
  const { seconds, change } = meterVolume(unpaid, { onlineMs: 650_000, now: at(600_000) })
  expect(seconds).toBe(0)
  const paid = { ...change, kept_until: null }
  expect(meterVolume(paid, { onlineMs: 655_000, now: at(605_000) }).seconds).toBe(5)
})
