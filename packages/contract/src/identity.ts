import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { AccountId } from './ids.ts'

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

/** The six digits of a one-time code as typed. Anything that is not six digits is simply a wrong code. */
export const OneTimeCode = z.string().min(1, 'Invalid OTP').max(64)

/**
 * Which way a new password is proven: `otp` with the temporary token as bearer, `old_password` with a session, or
 * neither where the account has no password yet.
 */
export const NewPassword = z.strictObject({
  new_password: Password,
  otp: OneTimeCode.optional(),
  old_password: z.string().min(1, 'Password is required').max(256).optional(),
})
export type NewPassword = z.infer<typeof NewPassword>

/** A bearer token. It is opaque; the server keeps only its hash. */
export const TokenReply = z.strictObject({ token: z.string() })
export type TokenReply = z.infer<typeof TokenReply>

export const Role = z.enum(['user', 'operator'])
export type Role = z.infer<typeof Role>

export const CompanyRole = z.enum(['owner', 'admin', 'member'])
export type CompanyRole = z.infer<typeof CompanyRole>

/** The company that a session works for, when it does not work for its person. */
export const ActingFor = z.strictObject({
  company_id: AccountId,
  name: z.string(),
  role: CompanyRole,
})
export type ActingFor = z.infer<typeof ActingFor>

export const UserDetails = z.strictObject({
  account_id: AccountId,
  username: z.string(),
  /** What the person is called, as they wrote it. */
  name: z.string().nullable(),
  email: z.string(),
  /** Whether the address was proven with a one-time code or by a sign-in provider. */
  email_verified: z.boolean(),
  profile_path: z.string().nullable(),
  has_entered_referral_code: z.boolean(),
  /** Accounts that came by a sign-in provider or lost an unproven password have none. */
  has_password: z.boolean(),
  role: Role,
  /** Whether the person is an ambassador. */
  is_kol: z.boolean(),
  acting_for: ActingFor.nullable(),
})
export type UserDetails = z.infer<typeof UserDetails>

/** The form that a human check is for; an answer for one is no answer for another. */
export const CaptchaAction = z.enum(['login', 'register'])
export type CaptchaAction = z.infer<typeof CaptchaAction>

/**
 * A proof-of-work challenge of the embedded captcha, in the shape its widget (altcha) asks for.
 * The shape is that library's; we pass it on unread.
 */
export const CaptchaChallenge = z.record(z.string(), z.unknown())

/** A sign-in provider by its name in addresses: `google`, or what the operator configured. */
export const LoginProvider = z.string().regex(/^[a-z][a-z0-9-]{0,30}$/)

/**
 * Why a sign-in provider's answer led nowhere, as `problem` of the address that the browser is sent to: /verify, or
 * /account where a provider was to be connected. `account_exists`: the address belongs to an account, whose owner
 * signs in and connects the provider there. `login_taken`: what was to be connected belongs to another account.
 * `other_login`: who came back to confirm is nobody whom the account is connected with, or has not signed in anew.
 */
export const LoginProblem = z.enum([
  'access_denied',
  'state_wrong',
  'provider_down',
  'provider_refused',
  'address_unverified',
  'account_exists',
  'login_taken',
  'other_login',
])
export type LoginProblem = z.infer<typeof LoginProblem>

/** What a browser needs for one act with a passkey; the options' shape is WebAuthn's, passed on unread. */
export const PasskeyCeremony = z.strictObject({
  ceremony_id: z.string(),
  options: z.record(z.string(), z.unknown()),
})
export type PasskeyCeremony = z.infer<typeof PasskeyCeremony>

/** What the browser's authenticator answered; the shape is WebAuthn's. */
export const PasskeyAnswer = z.strictObject({
  ceremony_id: z.string().min(1).max(100),
  response: z.record(z.string(), z.unknown()),
})
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

export const identity = {
  captchaChallenge: endpoint({
    method: 'GET',
    path: '/api/captcha/challenge',
    auth: 'public',
    summary: 'A fresh challenge of the embedded captcha, good for one form and ten minutes',
    transport: 'bare',
    query: z.strictObject({ action: CaptchaAction.default('login') }),
    response: CaptchaChallenge,
    perMinute: 60,
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/user/register',
    auth: 'public',
    bearer: 'optional',
    summary:
      'Make an account and sign in; a one-time code goes to the address. A taken address answers alike, and its owner is told',
    status: 201,
    body: Registration,
    response: TokenReply,
    errors: ['captcha_failed', 'access_code_invalid'],
    perMinute: 10,
  }),
  resendOtp: endpoint({
    method: 'POST',
    path: '/api/user/resend-otp',
    auth: 'public',
    bearer: 'optional',
    summary:
      'Send a one-time code to an address, to verify it or to choose a new password; answers alike whether there is an account or not. One letter a minute',
    body: z.strictObject({ email: z.string().min(1, 'Email is required').max(254) }),
    perMinute: 10,
  }),
  verifyOtp: endpoint({
    method: 'POST',
    path: '/api/user/verify-otp',
    auth: 'public',
    bearer: 'optional',
    summary:
      'Redeem a one-time code: a session after registering, a temporary token for update-password after forgetting',
    body: z.strictObject({
      otp: OneTimeCode,
      email: z.string().min(1, 'Email is required').max(254),
    }),
    response: TokenReply,
    errors: ['code_wrong', 'account_suspended'],
    perMinute: 20,
  }),
  updatePassword: endpoint({
    method: 'PUT',
    path: '/api/user/update-password',
    auth: 'reset',
    summary: 'Choose a new password; every other session of the account ends',
    body: NewPassword,
    errors: ['code_wrong', 'credentials_wrong', 'confirmation_required'],
    perMinute: 10,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/user/confirm',
    auth: 'session',
    summary: 'Prove again who you are, ahead of what asks for it; good for a quarter of an hour',
    body: z.strictObject({ password: z.string().min(1, 'Password is required').max(256) }),
    errors: ['credentials_wrong'],
    perMinute: 10,
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/user/login',
    auth: 'public',
    bearer: 'optional',
    summary: 'Sign in',
    body: Credentials,
    response: TokenReply,
    errors: ['captcha_failed', 'credentials_wrong', 'account_suspended'],
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
    scope: 'account:read',
    summary: 'Who is signed in',
    response: UserDetails,
    perMinute: 60_000,
  }),
  /** A code is opened by typing it in; this only lets a link like `/{referralCode}` know whether it leads anywhere. */
  knownAccessCode: endpoint({
    method: 'GET',
    path: '/api/access-code/{code}',
    auth: 'public',
    summary: 'Whether an access code (of a link) is known',
    params: z.strictObject({ code: z.string().min(1).max(64) }),
    response: z.strictObject({ known: z.boolean() }),
    perMinute: 10,
  }),
  enterAccessCode: endpoint({
    method: 'POST',
    path: '/api/access-code/referal',
    auth: 'session',
    summary: 'Open the beta for this account with an access code',
    body: z.strictObject({ referral_code: z.string().min(1, 'Access Code is required').max(64) }),
    response: TokenReply,
    errors: ['access_code_invalid', 'email_unverified', 'joining_limited'],
    perMinute: 10,
  }),
  loginByProvider: endpoint({
    method: 'GET',
    path: '/api/{provider}/login',
    auth: 'public',
    summary:
      'Go to a sign-in provider (OpenID Connect) and come back to /verify; one that does not answer leads to /verify?problem=provider_down',
    transport: 'redirect',
    params: z.strictObject({ provider: LoginProvider }),
    errors: ['not_found'],
    perMinute: 30,
  }),
  providerCallback: endpoint({
    method: 'GET',
    path: '/api/{provider}/callback',
    auth: 'public',
    audit: 'write',
    summary:
      'Where a sign-in provider sends the browser back to; leads on to /verify, or to /account where it was to be connected',
    transport: 'redirect',
    params: z.strictObject({ provider: LoginProvider }),
    query: z.looseObject({}),
    errors: ['not_found'],
    perMinute: 30,
  }),
  redeemLogin: endpoint({
    method: 'POST',
    path: '/api/login/redeem',
    auth: 'public',
    bearer: 'optional',
    summary:
      'Exchange the one-time cookie that the callback left in this browser for a session; no token is ever in an address',
    response: TokenReply,
    errors: ['login_expired', 'account_suspended'],
    perMinute: 30,
  }),
  passkeyLoginOptions: endpoint({
    method: 'POST',
    path: '/api/user/login/passkey/options',
    auth: 'public',
    audit: 'none',
    summary: 'What the browser needs to sign in with a passkey',
    response: PasskeyCeremony,
    perMinute: 30,
  }),
  passkeyLogin: endpoint({
    method: 'POST',
    path: '/api/user/login/passkey',
    auth: 'public',
    bearer: 'optional',
    summary: 'Sign in with a passkey',
    body: PasskeyAnswer,
    response: TokenReply,
    errors: ['passkey_refused', 'account_suspended'],
    perMinute: 30,
  }),
  passkeyConfirm: endpoint({
    method: 'POST',
    path: '/api/user/confirm/passkey',
    auth: 'session',
    summary: 'Prove again who you are, with a passkey (ask for the login options first)',
    body: PasskeyAnswer,
    errors: ['passkey_refused'],
    perMinute: 30,
  }),
  confirmByLogin: endpoint({
    method: 'POST',
    path: '/api/user/confirm/login/{provider}',
    auth: 'session',
    summary:
      'Begin to prove again who you are, at a connected sign-in provider: where to send this very browser, which comes back to /verify',
    params: z.strictObject({ provider: LoginProvider }),
    response: z.strictObject({ url: z.string() }),
    errors: ['not_found', 'provider_down'],
    perMinute: 30,
  }),
  extensionToken: endpoint({
    method: 'POST',
    path: '/api/extension/token',
    auth: 'member',
    summary:
      'A token of its own for the browser extension: it only reads who is signed in, and stands among the sessions',
    status: 201,
    response: TokenReply,
    perMinute: 10,
  }),
  actAs: endpoint({
    method: 'POST',
    path: '/api/user/act-as',
    auth: 'session',
    membership: 'any',
    summary: 'Work for a company of yours from now on in this session, or for yourself (`null`)',
    body: z.strictObject({ company_id: AccountId.nullable() }),
    response: TokenReply,
    errors: ['not_found'],
    perMinute: 30,
  }),
} as const
