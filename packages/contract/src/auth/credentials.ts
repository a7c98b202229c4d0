import { z } from 'zod'

/** An email address as typed; it is compared without regard to case. */
export const Email = z
  .email('Email is not valid')
  .max(254)
  .meta({ examples: ['ada@example.com'] })

export const Password = z.string().min(8, 'Password must have at least 8 characters').max(256)

/** The solution of the human check, whichever widget produced it. */
export const CaptchaAnswer = z.string().min(1, 'Captcha is required').max(8_192)

export const Credentials = z.strictObject({
  email: z.string().min(1, 'Email is required').max(254),
  password: z.string().min(1, 'Password is required').max(256),
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

/** The six digits of a one-time code as typed. Anything else is simply a wrong code. */
export const OneTimeCode = z.string().min(1, 'Invalid OTP').max(64)

/**
 * The authorisation of a new password: `otp` with the temporary token as bearer, `old_password` with a session, or
 * neither if the account has no password yet.
 */
export const NewPassword = z.strictObject({
  new_password: Password,
  otp: OneTimeCode.optional(),
  old_password: z.string().min(1, 'Password is required').max(256).optional(),
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
