import { expect, it } from 'vitest'
import { createTestClock } from './test-clock.ts'

it('wakes sleepers in the order of their times, each at its own time', async () => {
  const clock = createTestClock()
  const woken: [string, number][] = []
  const sleep = (name: string, ms: number) =>
    clock.sleep(ms).then(() => woken.push([name, clock.monotonicMs()]))
  const sleepers = [sleep('later', 200), sleep('sooner', 100)]
  await clock.advance(150)
  expect(woken).toEqual([['sooner', 100]])
  await clock.advance(50)
  await Promise.all(sleepers)
  expect(woken).toEqual([
    ['sooner', 100],
    ['later', 200],
  ])
})

it('ticks at each interval, and once for a jump over several', async () => {
  const clock = createTestClock()
  let ticks = 0
  const end = clock.every(1_000, () => {
    ticks += 1
  })
  await clock.advance(3_000)
  expect(ticks).toBe(3)
  await clock.jump(5_000)
  expect(ticks).toBe(4)
  end()
  await clock.advance(5_000)
  expect(ticks).toBe(4)
})

it('rejects a sleep with the signal’s reason', async () => {
  const clock = createTestClock()
  const stop = new AbortController()
  const ended = expect(clock.sleep(1_000, stop.signal)).rejects.toThrow('enough')
  stop.abort(new Error('enough'))
  await clock.advance(2_000)
  await ended
  await expect(clock.sleep(1, stop.signal)).rejects.toThrow('enough')
})

it('shifts only the wall clock', async () => {
  const clock = createTestClock('2026-05-01T12:00:00.000Z')
  clock.shiftWall(-3_600_000)
  expect(clock.now().toISOString()).toBe('2026-05-01T11:00:00.000Z')
  expect(clock.monotonicMs()).toBe(0)
})

it('aborts a timeout when its time is over', async () => {
  const clock = createTestClock()
  const signal = clock.timeout(1_000)
  await clock.advance(999)
  expect(signal.aborted).toBe(false)
  await clock.advance(1)
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
})
