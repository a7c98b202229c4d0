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
