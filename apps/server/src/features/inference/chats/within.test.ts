import { fakeClock } from '@gridloom/testkit/fake-clock'
import { expect, it } from 'vitest'
import { within } from './within.ts'

it('waits for the work where that is quicker', async () => {
  const work = Promise.resolve('done')
  await within(fakeClock(), 1_000, work)
  expect(await work).toBe('done')
})

it('waits no longer than told', async () => {
  const clock = fakeClock()
  let hasWaited = false
  const waiting = within(clock, 1_000, new Promise(() => {})).then(() => {
    hasWaited = true
  })
  await clock.advance(999)
  expect(hasWaited).toBe(false)
  await clock.advance(1)
  await waiting
  expect(hasWaited).toBe(true)
})
