import { describe, expect, it } from 'vitest'
import { createReadPace } from './read-pace.ts'
import { createTestClock } from './test-clock.ts'

const kib = 1024

describe('the pace of reads', () => {
  it('lets small reads of a quiet connection go on at once', async () => {
    const { pace, pass } = setup()
    for (let key = 0; key < 100; key += 1) {
      await pass(5)
      expect(pace.after(100)).toBe(true)
    }
  })

  it('lets a busy connection rest, and goes on after the rest where more is wanted', async () => {
    const { pace, pass, resumed } = setup()
    for (let read = 0; read < 30; read += 1) {
      await pass(1)
      pace.after(32 * kib)
    }
    expect(pace.after(32 * kib)).toBe(false)
    pace.want()
    const before = resumed()
    await pass(2)
    expect(resumed()).toBe(before + 1)
  })

  it('does not go on after a rest where its reader is full, until that wants more', async () => {
    const { pace, pass, resumed } = setup()
    for (let read = 0; read < 30; read += 1) {
      await pass(1)
      pace.after(32 * kib)
    }
    await pass(10)
    const before = resumed()
    pace.after(32 * kib)
    await pass(10)
    expect(resumed()).toBe(before)
    pace.want()
    expect(resumed()).toBe(before + 1)
  })

  it('never lets large reads rest', async () => {
    const { pace, pass } = setup()
    for (let read = 0; read < 100; read += 1) {
      await pass(1)
      expect(pace.after(256 * kib)).toBe(true)
    }
  })
})

function setup() {
  const clock = createTestClock()
  let resumed = 0
  const pace = createReadPace({
    resume: () => {
      resumed += 1
    },
    nowMs: () => clock.monotonicMs(),
    timers: clock,
  })
  return { pace, resumed: () => resumed, pass: (ms: number) => clock.advance(ms) }
}
