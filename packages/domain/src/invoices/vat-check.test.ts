import { expect, it } from 'vitest'
import { euVatId, isFresh, retryAfterMs } from './vat-check.ts'

const now = new Date('2026-11-28T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

it.each([
  ['valid', 29, true],
  ['valid', 30, false],
  ['invalid', 0.9, true],
  ['invalid', 1, false],
] as const)(
  'relies on an answer that a VAT ID is %s of %s days ago: %s',
  (verdict, days, fresh) => {
    expect(isFresh({ verdict, checkedAt: daysAgo(days) }, now)).toBe(fresh)
  },
)

it('relies on no answer that was never given', () => {
  expect(isFresh({ verdict: null, checkedAt: null }, now)).toBe(false)
})

it('asks again later and later, and at last no more by itself', () => {
  const pauses = Array.from({ length: 12 }, (_, at) => retryAfterMs(at + 1))
  const given = pauses.filter((pause) => pause !== null)
  expect(given).toEqual(given.toSorted((one, other) => one - other))
  expect(pauses.slice(10)).toEqual([null, null])
})

it.each([
  ['de 136.695.976', 'DE', 'DE136695976'],
  ['DE136695977', 'DE', null],
  ['30/123/45678', 'DE', null],
  ['EL795557578', 'GR', 'EL795557578'],
  ['CHE123456788', 'CH', null],
  [null, 'DE', null],
])('asks of %s in %s as %s', (text, country, vatId) => {
  expect(euVatId(text, country)).toBe(vatId)
})
