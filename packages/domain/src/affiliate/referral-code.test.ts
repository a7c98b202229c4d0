import { expect, it } from 'vitest'
import { lookOf, referralCodeFrom } from './referral-code.ts'

it('makes codes without characters that are mistaken for others', () => {
  const code = referralCodeFrom(Uint8Array.from({ length: 32 }, (_, index) => index * 7))
  expect(code).toMatch(/^[a-hj-kmnp-z2-9]{8}$/)
})

it('knows codes that pass for each other', () => {
  for (const other of ['PayPal', 'paypa1', 'pay-pal', 'paypai'])
    expect(lookOf(other)).toBe(lookOf('paypal'))
  expect(lookOf('rnodern')).toBe(lookOf('modem'))
  expect(lookOf('paypals')).not.toBe(lookOf('paypal'))
})
