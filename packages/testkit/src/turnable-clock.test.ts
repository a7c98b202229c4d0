import { expect, it } from 'vitest'
import { turnableClock } from './turnable-clock.ts'

it('advances by itself', async () => {
  const clock = turnableClock()
  const before = clock.now().getTime()
  await clock.sleep(5, never)
  expect(clock.now().getTime() - before).toBeGreaterThanOrEqual(4)
})

it('wakes sleepers in the order of their times when it is turned', async () => {
  const clock = turnableClock()
  const woken: string[] = []
  const sleepers = [
    clock.sleep(7_200_000, never).then(() => woken.push('two hours')),
    clock.sleep(3_600_000, never).then(() => woken.push('an hour')),
  ]
  clock.turn(7_200_000)
  await Promise.all(sleepers)
  expect(woken).toEqual(['an hour', 'two hours'])
})

it('includes turned time in now and monotonicMs', () => {
  const clock = turnableClock()
  clock.turn(48 * 3_600_000)
  expect(clock.now().getTime()).toBeGreaterThan(Date.now() + 47 * 3_600_000)
  expect(clock.monotonicMs()).toBeGreaterThan(48 * 3_600_000)
})

it('rejects a sleep that is aborted', async () => {
  const clock = turnableClock()
  const stop = new AbortController()
  const sleeping = clock.sleep(1_000, stop.signal)
  stop.abort(new Error('enough'))
  clock.turn(2_000)
  await expect(sleeping).rejects.toThrow('enough')
  await expect(clock.sleep(1, stop.signal)).rejects.toThrow('enough')
})

it('ticks once for a turn over several intervals, and not after it is ended', async () => {
  const clock = turnableClock()
  let ticks = 0
  const end = clock.every(5_000, () => {
    ticks += 1
  })
  clock.turn(20_000)
  await clock.sleep(1)
  expect(ticks).toBe(1)
  end()
  clock.turn(20_000)
  await clock.sleep(1)
  expect(ticks).toBe(1)
})

const never = new AbortController().signal
