import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { AccountId } from './ids.ts'
import { MicroUsd } from './values.ts'

/** An e-mail address as typed; it is compared without regard to case. */
export const Email = z
  .email('Email is not valid')
  .max(254)
  .meta({ examples: ['ada@example.com'] })
export const Password = z.string().min(8, 'Password must have at least 8 characters').max(256)

/** The answer of the human check, whichever widget made it. */
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

/** A bearer token. It is opaque; the server keeps only its hash. */
export const TokenReply = z.strictObject({ token: z.string() })
export type TokenReply = z.infer<typeof TokenReply>

export const Role = z.enum(['user', 'operator'])
export type Role = z.infer<typeof Role>

export const UserDetails = z.strictObject({
  account_id: AccountId,
  username: z.string(),
  email: z.string(),
  profile_path: z.string().nullable(),
  has_entered_referral_code: z.boolean(),
  role: Role,
})
export type UserDetails = z.infer<typeof UserDetails>

/**
 * A proof-of-work challenge of the embedded captcha, in the shape its widget (altcha) asks for.
 * The shape is that library's; we pass it on unread.
 */
export const CaptchaChallenge = z.record(z.string(), z.unknown())

/** What the operator may set. */
export const OperatorSettings = z.strictObject({ starting_credit_micro_usd: MicroUsd.min(0) })
export type OperatorSettings = z.infer<typeof OperatorSettings>

export const identity = {
  captchaChallenge: endpoint({
    method: 'GET',
    path: '/api/captcha/challenge',
    auth: 'public',
    summary: 'A fresh challenge of the embedded captcha, good for one form and ten minutes',
    transport: 'bare',
    query: z.strictObject({ action: z.enum(['login', 'register']).default('login') }),
    response: CaptchaChallenge,
    perMinute: 60,
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/user/register',
    auth: 'public',
    summary: 'Make an account and sign in',
    status: 201,
    body: Registration,
    response: TokenReply,
    errors: ['captcha_failed', 'credentials_wrong', 'access_code_invalid'],
    perMinute: 10,
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/user/login',
    auth: 'public',
    summary: 'Sign in',
    body: Credentials,
    response: TokenReply,
    errors: ['captcha_failed', 'credentials_wrong'],
    perMinute: 20,
  }),
  refresh: endpoint({
    method: 'GET',
    path: '/api/refresh',
    auth: 'refresh',
    summary: 'Rotate the token; one that was rotated before ends the whole session',
    transport: 'bare',
    response: z.strictObject({ status: z.literal('success'), token: z.string() }),
    perMinute: 60,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/user/logout',
    auth: 'refresh',
    summary: 'End this session on the server too',
  }),
  details: endpoint({
    method: 'GET',
    path: '/api/user/details',
    auth: 'session',
    summary: 'Who is signed in',
    response: UserDetails,
  }),
  enterAccessCode: endpoint({
    method: 'POST',
    path: '/api/access-code/referal',
    auth: 'session',
    summary: 'Open the beta for this account with an access code',
    body: z.strictObject({ referral_code: z.string().min(1, 'Access Code is required').max(64) }),
    response: TokenReply,
    errors: ['access_code_invalid'],
    perMinute: 10,
  }),
  readSettings: endpoint({
    method: 'GET',
    path: '/api/operator/settings',
    auth: 'operator',
    summary: 'What the operator has set',
    response: OperatorSettings,
  }),
  writeSettings: endpoint({
    method: 'PUT',
    path: '/api/operator/settings',
    auth: 'operator',
    summary: 'Set the credit that a new account starts with',
    body: OperatorSettings,
    response: OperatorSettings,
  }),
} as const
