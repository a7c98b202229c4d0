import { z } from 'zod'
import { LoginId } from '../core/ids.ts'
import { Timestamp } from '../core/values.ts'

/** A sign-in provider that is connected with the account. */
export const Login = z.strictObject({
  id: LoginId,
  provider: z.string(),
  email: z.string(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
})
export type Login = z.infer<typeof Login>

/** The id of a sign-in provider in URLs: `google`, or one that the operator configured. */
export const LoginProvider = z.string().regex(/^[a-z][a-z0-9-]{0,30}$/)

/**
 * Why signing in with a provider failed, as `problem` in the URL that the browser is redirected to: /verify, or
 * /account when a provider was to be connected. `account_exists`: the address belongs to an account, whose owner signs
 * in and connects the provider there. `login_taken`: the login belongs to another account. `other_login`: the
 * re-authentication used a login that is not connected with the account, or did not sign in again.
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
