import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { PasskeyId } from '../core/ids.ts'
import { PlainLine } from '../core/values.ts'
import { TokenReply } from './credentials.ts'
import { Passkey, PasskeyAnswer, PasskeyCeremony } from './passkey.ts'

/** Passkeys. */
export const passkeys = {
  passkeyLoginOptions: endpoint({
    method: 'POST',
    path: '/api/user/login/passkey/options',
    auth: 'public',
    audit: 'none',
    title: 'Create passkey challenge',
    summary: 'Retrieve passkey options for signing in',
    response: PasskeyCeremony,
    perMinute: 30,
  }),
  passkeyLogin: endpoint({
    method: 'POST',
    path: '/api/user/login/passkey',
    auth: 'public',
    bearer: 'optional',
    title: 'Sign in with passkey',
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
    title: 'Re-authenticate with passkey',
    summary: 'Re-authenticate with a passkey (retrieve the sign-in options first)',
    body: PasskeyAnswer,
    errors: ['passkey_refused'],
    perMinute: 30,
  }),
  passkeys: endpoint({
    method: 'GET',
    path: '/api/user/passkeys',
    auth: 'session',
    title: 'List passkeys',
    summary: 'List your passkeys',
    response: z.array(Passkey),
  }),
  passkeyOptions: endpoint({
    method: 'POST',
    path: '/api/user/passkeys/options',
    auth: 'session',
    reauth: 'recent',
    audit: 'none',
    title: 'Start passkey registration',
    summary: 'Retrieve passkey options for registration',
    response: PasskeyCeremony,
    errors: ['email_unverified', 'limit_reached'],
    perMinute: 30,
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/api/user/passkeys',
    auth: 'session',
    reauth: 'recent',
    title: 'Add passkey',
    summary: 'Add a passkey',
    status: 201,
    body: PasskeyAnswer.extend({ name: PlainLine.min(1, 'Name is required').max(80) }),
    response: Passkey,
    errors: ['passkey_refused', 'email_unverified', 'limit_reached'],
    perMinute: 30,
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/api/user/passkeys/{id}',
    auth: 'session',
    reauth: 'recent',
    title: 'Remove passkey',
    summary: 'Remove a passkey; the last sign-in method cannot be removed',
    params: z.strictObject({ id: PasskeyId }),
    errors: ['not_found', 'last_sign_in_method'],
  }),
} as const
