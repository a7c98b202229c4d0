import { describe, expect, it } from 'vitest'
import {
  canMoveDispute,
  centsOf,
  isTaken,
  nextStep,
  type PaymentFacts,
  refundableOf,
} from './payment-states.ts'

describe('a card payment', () => {
  it('is credited with what the processor received, not with what was asked for', () => {
    expect(nextStep(checkout('open'), facts({ receivedCents: 1_234 }))).toEqual({
      to: 'paid',
      microUsd: 12_340_000,
    })
  })

  it('is credited once, and also after we gave up on it', () => {
    expect(nextStep(checkout('paid'), facts())).toEqual({ to: 'none' })
    for (const state of ['expired', 'failed'] as const)
      expect(nextStep(checkout(state), facts())).toMatchObject({ to: 'paid' })
  })

  it('is never credited in another currency', () => {
    expect(nextStep(checkout('open'), facts({ currency: 'jpy' }))).toEqual({
      to: 'held',
      problem: 'wrong_currency',
    })
    expect(nextStep(checkout('held'), facts())).toEqual({ to: 'none' })
  })

  it('stays open on the processor’s page after a decline; a top-up fails', () => {
    const declined = facts({ state: 'pending', receivedCents: 0, failure: 'declined' })
    expect(nextStep(checkout('open'), declined)).toEqual({ to: 'none' })
    const topUp = { kind: 'top_up', state: 'open' } as const
    expect(nextStep(topUp, declined)).toEqual({ to: 'failed', problem: 'declined' })
    expect(nextStep(topUp, { ...declined, failure: null })).toEqual({ to: 'none' })
    expect(nextStep({ ...topUp, state: 'paid' }, declined)).toEqual({ to: 'none' })
  })

  it('refunds at most what neither went back nor is disputed', () => {
    const payment = {
      creditedMicroUsd: 100,
      refunds: [
        { microUsd: 20, state: 'sent' as const },
        { microUsd: 30, state: 'failed' as const },
      ],
      disputes: [
        { microUsd: 50, state: 'inquiry' as const },
        { microUsd: 40, state: 'won' as const },
      ],
    }
    expect(refundableOf(payment)).toBe(30)
    expect(refundableOf({ ...payment, creditedMicroUsd: 0 })).toBe(0)
  })

  it('has whole cents', () => {
    expect(centsOf(250_000)).toBe(25)
    expect(() => centsOf(250_001)).toThrow(RangeError)
  })
})

it('moves a dispute whose events arrive in the wrong order only forwards', () => {
  expect(canMoveDispute(null, 'won')).toBe(true)
  expect(canMoveDispute('won', 'open')).toBe(false)
  expect(canMoveDispute('lost', 'open')).toBe(false)
  expect(['inquiry', 'open', 'won', 'lost', 'closed'].filter((s) => isTaken(s as 'open'))).toEqual([
    'open',
    'lost',
  ])
})

const checkout = (state: Parameters<typeof nextStep>[0]['state']) =>
  ({ kind: 'checkout', state }) as const

function facts(parts: Partial<PaymentFacts> = {}): PaymentFacts {
  return { state: 'succeeded', receivedCents: 1_000, currency: 'usd', failure: null, ...parts }
}
