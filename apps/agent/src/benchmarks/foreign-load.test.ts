import { expect, it } from 'vitest'
import { parseCpuLine, readCpuSample, wasLoaded } from './foreign-load.ts'

const idle = { busyMs: 0, totalMs: 0, ownMs: 0 }

it('does not count the benchmark itself as load', () => {
  expect(wasLoaded(idle, { busyMs: 2_000, totalMs: 2_000, ownMs: 1_950 })).toBe(false)
})

it('counts work of others from a tenth of the CPUs on', () => {
  expect(wasLoaded(idle, { busyMs: 1_190, totalMs: 2_000, ownMs: 1_000 })).toBe(false)
  expect(wasLoaded(idle, { busyMs: 1_210, totalMs: 2_000, ownMs: 1_000 })).toBe(true)
})

it('counts time that the hypervisor gave to other guests', () => {
  const stat = 'cpu  100 0 50 800 20 5 5 20 0 0\ncpu0 50 0 25 400 10 2 3 10 0 0\nintr 1\n'
  expect(parseCpuLine(stat)).toEqual({ busyMs: 1_800, totalMs: 10_000 })
})

it('reads this machine', () => {
  const sample = readCpuSample()
  expect(sample.totalMs).toBeGreaterThan(sample.busyMs)
  expect(sample.ownMs).toBeGreaterThan(0)
})
