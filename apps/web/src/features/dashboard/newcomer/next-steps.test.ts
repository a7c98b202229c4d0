import { expect, it } from 'vitest'
import { nextSteps } from './next-steps.ts'

const ready = { email_verified: true, has_entered_referral_code: true }

it('the first step is what the user came for', () => {
  expect(nextSteps(ready, 'provider')[0]).toBe('host')
  expect(nextSteps(ready, 'render')[0]).toBe('render')
  expect(nextSteps(ready, undefined)[0]).toBe('rent')
})

it('an account that is not set up is completed first', () => {
  expect(nextSteps({ ...ready, has_entered_referral_code: false }, 'provider')[0]).toBe('setup')
  expect(nextSteps({ ...ready, email_verified: false }, undefined)).toHaveLength(3)
})
