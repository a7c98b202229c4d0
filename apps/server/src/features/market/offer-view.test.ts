import { expect, it } from 'vitest'
import { uptimePercent } from './offer-view.ts'

const now = new Date('2026-01-02T00:00:00.000Z')
const dayAgo = new Date('2026-01-01T00:00:00.000Z')
const dayMs = 86_400_000

it.each([
  ['all of the time', {}, 100],
  ['half of it', { online_ms_since: dayMs / 2 }, 50],
  ['never more than all of it', { online_ms_since: dayMs * 1.01 }, 100],
  ['to a tenth of a percent', { online_ms_since: dayMs / 3 }, 33.3],
  ['not in the first hour', { enrolled_at: new Date('2026-01-01T23:00:00.001Z') }, null],
  ['not before it was ever heard', { last_seen_at: null }, null],
  ['not without a mark to count from', { hour_at: null, online_ms_since: null }, null],
])('returns the share of time that a machine was online: %s', (_name, given, percent) => {
  const row = { enrolled_at: dayAgo, hour_at: dayAgo, online_ms_since: dayMs, last_seen_at: now }
  expect(uptimePercent({ ...row, ...given }, now)).toBe(percent)
})
