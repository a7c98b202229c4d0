import { expect, it } from 'vitest'
import { turnableClock } from './turnable-clock.ts'

it('goes on by itself', async () => {
  const { server } = turnableClock()
  const before = server.now().getTime()
  await server.sleep(5, never)
  expect(server.now().getTime() - before).toBeGreaterThanOrEqual(4)
})

it('wakes whoever is due when it is turned, in the order of their times', async () => {
  const { server, turn } = turnableClock()
  const woken: string[] = []
  const sleepers = [
    server.sleep(7_200_000, never).then(() => woken.push('two hours')),
    server.sleep(3_600_000, never).then(() => woken.push('an hour')),
  ]
  turn(7_200_000)
  await Promise.all(sleepers)
  expect(woken).toEqual(['an hour', 'two hours'])
})

it('shows server and agent the same time', () => {
  const { server, agent, turn } = turnableClock()
  turn(48 * 3_600_000)
  expect(Math.abs(server.now().getTime() - agent.now().getTime())).toBeLessThan(10)
  expect(Math.abs(server.monotonicMs() - agent.monotonicMs())).toBeLessThan(10)
  expect(server.now().getTime()).toBeGreaterThan(Date.now() + 47 * 3_600_000)
})

it('lets a sleep be ended, and never wakes it afterwards', async () => {
  const { server, turn } = turnableClock()
  const stop = new AbortController()
  const sleeping = server.sleep(1_000, stop.signal)
  stop.abort(new Error('enough'))
  turn(2_000)
  await expect(sleeping).rejects.toThrow('enough')
  await expect(server.sleep(1, stop.signal)).rejects.toThrow('enough')
})

it('ticks once for a turn over several intervals, and not after its end', async () => {
  const { agent, turn } = turnableClock()
  let ticks = 0
  const end = agent.every(5_000, () => {
    ticks += 1
  })
  turn(20_000)
  await agent.sleep(1)
  expect(ticks).toBe(1)
  end()
  turn(20_000)
  await agent.sleep(1)
  expect(ticks).toBe(1)
})

const never = new AbortController().signal
