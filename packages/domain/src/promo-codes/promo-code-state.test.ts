import { describe, expect, it } from 'vitest'
import { isNewEnough, type PromoCodeFacts, promoCodeState } from './promo-code-state.ts'

const now = new Date('2026-11-28T12:00:00.000Z')
const at = (offsetMs: number) => new Date(now.getTime() + offsetMs)
const dayMs = 86_400_000

describe('the state of a promo code', () => {
  it.each<[string, Partial<PromoCodeFacts>]>([
    ['active', {}],
    ['active', { validFrom: now }],
    ['active', { validUntil: at(1) }],
    ['expired', { validUntil: now }],
    ['scheduled', { validFrom: at(1) }],
    ['used_up', { uses: 3 }],
    ['paused', { pausedAt: now }],
    ['revoked', { revokedAt: now, pausedAt: now, uses: 3, validUntil: at(-1) }],
  ])('is %s for %o', (state, facts) => {
    expect(promoCodeState(aCode(facts), now)).toBe(state)
  })

  it('admits an account up to the last millisecond of its days', () => {
    const code = aCode({ newAccountsDays: 7 })
    expect(isNewEnough(code, { createdAt: at(-7 * dayMs), now })).toBe(true)
    expect(isNewEnough(code, { createdAt: at(-7 * dayMs - 1), now })).toBe(false)
    expect(isNewEnough(aCode({}), { createdAt: at(-9_999 * dayMs), now })).toBe(true)
  })
})

function aCode(facts: Partial<PromoCodeFacts>): PromoCodeFacts {
  return {
    ...{ uses: 0, usesMax: 3, validFrom: at(-dayMs), validUntil: null },
    ...{ pausedAt: null, revokedAt: null, newAccountsDays: null, ...facts },
  }
}
