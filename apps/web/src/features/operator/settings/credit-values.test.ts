import { describe, expect, it } from 'vitest'
import { readCredit, validateCredit } from './credit-values.ts'

describe('credit form', () => {
  it('reads dollars as whole micro-dollars', () => {
    expect(readCredit({ email: ' ada@example.com ', usd: '0.1', text: ' Welcome ' })).toEqual({
      email: 'ada@example.com',
      micro_usd: 100_000,
      text: 'Welcome',
    })
  })

  it('wants an amount that is one', () => {
    expect(validateCredit.usd('')).not.toBeNull()
    expect(validateCredit.usd(0)).not.toBeNull()
    expect(validateCredit.usd(1_000_001)).not.toBeNull()
    expect(validateCredit.usd(20)).toBeNull()
  })

  it('wants to know who and what for', () => {
    expect(validateCredit.email(' ')).toBe('Email is required')
    expect(validateCredit.text('')).not.toBeNull()
  })
})
