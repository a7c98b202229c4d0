import { describe, expect, it } from 'vitest'
import { readCredit, validateCredit } from './credit-values.ts'

describe('the credit form', () => {
  it('reads dollars as whole micro-dollars', () => {
    expect(readCredit({ email: ' ada@example.com ', usd: '0.1', text: ' Welcome ' })).toEqual({
      email: 'ada@example.com',
      micro_usd: 100_000,
      text: 'Welcome',
    })
  })

  it('requires a valid amount', () => {
    expect(validateCredit.usd('')).not.toBeNull()
    expect(validateCredit.usd(0)).not.toBeNull()
    expect(validateCredit.usd(1_000_001)).not.toBeNull()
    expect(validateCredit.usd(20)).toBeNull()
  })

  it('requires an email address and a reason', () => {
    expect(validateCredit.email(' ')).toBe('Email is required')
    expect(validateCredit.text('')).not.toBeNull()
  })
})
