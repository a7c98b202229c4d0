import { z } from 'zod'
import { otpMinimumAccepted } from '../core/constants.ts'
import { requiredText } from '../core/values.ts'

/** An email address as typed; it is compared without regard to case. */
export const Email = z
  .email({ error: ({ input }) => (input ? 'Email is not valid' : 'Email is required') })
  .max(254)
  .meta({ examples: ['ada@example.com'] })

/** A new password; `problem` is the message when there is none. */
const passwordOr = (problem: string) =>
  requiredText(problem).min(8, 'Password must have at least 8 characters').max(256)

export const Password = passwordOr('Password is required')

/** The password that an account has. */
export const CurrentPassword = requiredText('Password is required').max(256)

/** The address of an account as typed; an unknown one is answered like a known one. */
export const AccountEmail = requiredText('Email is required').max(254)

/** The solution of the human check, whichever widget produced it. */
export const CaptchaAnswer = requiredText('Captcha is required').max(8_192)

export const Credentials = z.strictObject({
  email: AccountEmail,
  password: CurrentPassword,
  'cf-turnstile-response': CaptchaAnswer,
})
export type Credentials = z.infer<typeof Credentials>

export const Registration = z.strictObject({
  email: Email,
  password: Password,
  'cf-turnstile-response': CaptchaAnswer,
  referral_code: z.string().max(64).optional(),
})
export type Registration = z.infer<typeof Registration>

/** The six digits of a one-time code as typed. Anything else of this length is simply a wrong code. */
export const OneTimeCode = requiredText('Invalid OTP')
  .min(otpMinimumAccepted, 'Invalid OTP')
  .max(64)

/**
 * The authorisation of a new password: `otp` with the temporary token as bearer, `old_password` with a session, or
 * neither if the account has no password yet.
 */
export const NewPassword = z.strictObject({
  new_password: passwordOr('Both password fields are required'),
  otp: OneTimeCode.optional(),
  old_password: CurrentPassword.optional(),
})
export type NewPassword = z.infer<typeof NewPassword>

/** A bearer token. It is opaque; the server stores only its hash. */
export const TokenReply = z.strictObject({ token: z.string() })
export type TokenReply = z.infer<typeof TokenReply>

/** The form that a human check is for; a solution is valid for that form only. */
export const CaptchaAction = z.enum(['login', 'register'])
export type CaptchaAction = z.infer<typeof CaptchaAction>

/**
 * A proof-of-work challenge of the embedded captcha, in the format of its widget (altcha).
 * The format is that library's; we pass it through.
 */
export const CaptchaChallenge = z.record(z.string(), z.unknown())
