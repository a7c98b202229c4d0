import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { api } from '../api.ts'

const { login, register, resendOtp, verifyOtp, updatePassword, confirm } = api.auth
const { enterAccessCode } = api.accounts

describe('a field that is absent has the text of the specification, as an empty one', () => {
  it.each([
    ['login', login.body, 'email', 'Email is required'],
    ['login', login.body, 'password', 'Password is required'],
    ['login', login.body, 'cf-turnstile-response', 'Captcha is required'],
    ['register', register.body, 'email', 'Email is required'],
    ['register', register.body, 'password', 'Password is required'],
    ['register', register.body, 'cf-turnstile-response', 'Captcha is required'],
    ['resend-otp', resendOtp.body, 'email', 'Email is required'],
    ['verify-otp', verifyOtp.body, 'email', 'Email is required'],
    ['verify-otp', verifyOtp.body, 'otp', 'Invalid OTP'],
    ['update-password', updatePassword.body, 'new_password', 'Both password fields are required'],
    ['confirm', confirm.body, 'password', 'Password is required'],
    ['referal', enterAccessCode.body, 'referral_code', 'Access Code is required'],
  ] as const)('%s', (_, body, field, text) => {
    expect(textFor(body, {}, field)).toBe(text)
    expect(textFor(body, { [field]: null }, field)).toBe(text)
    expect(textFor(body, { [field]: '' }, field)).toBe(text)
  })

  it('names the type of a field that is there but no text', () => {
    expect(textFor(login.body, { email: 7 }, 'email')).toMatch(/expected string/)
  })

  it('keeps the other texts of an address and a password', () => {
    expect(textFor(register.body, { email: 'ada' }, 'email')).toBe('Email is not valid')
    const short = 'Password must have at least 8 characters'
    expect(textFor(register.body, { password: 'short' }, 'password')).toBe(short)
  })

  it('rejects a one-time code of fewer than four characters', () => {
    expect(textFor(verifyOtp.body, { otp: '123' }, 'otp')).toBe('Invalid OTP')
    expect(textFor(verifyOtp.body, { otp: '1234' }, 'otp')).toBeUndefined()
  })
})

/** The first message for a field, which is the one that the server returns. */
function textFor(body: z.ZodType, input: object, field: string): string | undefined {
  return body.safeParse(input).error?.issues.find(({ path }) => path[0] === field)?.message
}
