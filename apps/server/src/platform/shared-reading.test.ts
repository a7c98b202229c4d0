import { type TurnableClock, turnableClock } from '@gridloom/testkit/turnable-clock'
import { expect, it } from 'vitest'
import { sharedReading } from './shared-reading.ts'

const sharedMs = 30_000

it('reads once for all callers of half a minute', async () => {
  const { clock, read, reads } = setup()
  await Promise.all([read({ clock }), read({ clock })])
  clock.turn(sharedMs - 1_000)
  expect(await read({ clock })).toBe(1)
  expect(reads()).toBe(1)
  clock.turn(1_000)
  expect(await read({ clock })).toBe(2)
})

it('reads again after a failure', async () => {
  const { clock, read } = setup({ failures: 1 })
  await expect(read({ clock })).rejects.toThrow('the database is away')
  expect(await read({ clock })).toBe(2)
})

function setup({ failures = 0 } = {}) {
  const clock = turnableClock()
  let reads = 0
  const read = sharedReading(sharedMs, async (_ctx: { clock: TurnableClock }) => {
    reads += 1
    if (reads <= failures) throw new TypeError('the database is away')
    return reads
  })
  return { clock, read, reads: () => reads }
}
