import { systemClock } from '@gridloom/async/clock'
import { expect, it } from 'vitest'
import { createSpaceProbe } from './read-space.ts'

const gb = 1_000_000_000

it('counts as free what instances have not written, and all that volumes have', async () => {
  const space = {
    ...{ totalBytes: 100 * gb, freeBytes: 30 * gb, unfilledBytes: 8 * gb },
    ...{ allocatedBytes: 25 * gb, volumeBytes: 15 * gb },
  }
  const read = createSpaceProbe({ space: async () => space }, '/', systemClock)
  expect(await read()).toEqual({ totalGb: 100, freeGb: 53 })
})
