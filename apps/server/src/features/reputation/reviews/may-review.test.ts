import { expect, it } from 'vitest'
import { reviewBlocker } from './may-review.ts'

const now = new Date('2026-11-27T12:00:00.000Z')
const hoursAgo = (hours: number) => ({ created_at: new Date(now.getTime() - hours * 3_600_000) })

it.each([
  ['after an hour', { ranS: 3_600 }, null],
  ['not before', { ranS: 3_599 }, 'too_short'],
  ['not of one’s own machine', { isOwn: true }, 'own_machine'],
  ['again within a day', { review: hoursAgo(23) }, null],
  ['not later', { review: hoursAgo(24) }, 'no_longer_editable'],
] as const)('lets a renter review %s', (_when, given, blocker) => {
  expect(reviewBlocker({ ranS: 7_200, isOwn: false, review: undefined, now, ...given })).toBe(
    blocker,
  )
})
