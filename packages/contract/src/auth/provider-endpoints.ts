import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { LoginId } from '../core/ids.ts'
import { TokenReply } from './credentials.ts'
import { Login, LoginProvider } from './login-provider.ts'

/** Sign-in providers. */
export const providers = {
  loginByProvider: endpoint({
    method: 'GET',
    path: '/api/{provider}/login',
    auth: 'public',
    title: 'Start provider sign-in',
    summary:
      'Redirect to a sign-in provider (OpenID Connect), which returns to `/verify`; if the provider is unavailable, redirects to `/verify?problem=provider_down`',
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
    title: 'Handle provider callback',
    summary:
      'Callback of a sign-in provider; redirects to `/verify`, or to `/account` when connecting a provider',
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
    title: 'Redeem provider sign-in',
    summary:
      'Exchange the one-time cookie set by the callback for a session, so that no token appears in a URL',
    response: TokenReply,
    errors: ['login_expired', 'account_suspended'],
    perMinute: 30,
  }),
  confirmByLogin: endpoint({
    method: 'POST',
    path: '/api/user/confirm/login/{provider}',
    auth: 'session',
    title: 'Re-authenticate with provider',
    summary:
      'Start re-authentication with a connected sign-in provider: returns the URL to send this browser to, which returns to `/verify`',
    params: z.strictObject({ provider: LoginProvider }),
    response: z.strictObject({ url: z.string() }),
    errors: ['not_found', 'provider_down'],
    perMinute: 30,
  }),
  logins: endpoint({
    method: 'GET',
    path: '/api/user/logins',
    auth: 'session',
    title: 'List sign-in providers',
    summary: 'List connected sign-in providers',
    response: z.array(Login),
  }),
  connectLogin: endpoint({
    method: 'POST',
    path: '/api/user/logins/{provider}',
    auth: 'session',
    reauth: 'recent',
    title: 'Connect sign-in provider',
    summary:
      'Start connecting a sign-in provider: returns the URL to send this browser to, which returns to `/account`',
    params: z.strictObject({ provider: LoginProvider }),
    response: z.strictObject({ url: z.string() }),
    errors: ['not_found', 'email_unverified', 'provider_down'],
    perMinute: 30,
  }),
  removeLogin: endpoint({
    method: 'DELETE',
    path: '/api/user/logins/{id}',
    auth: 'session',
    reauth: 'recent',
    title: 'Disconnect sign-in provider',
    summary: 'Disconnect a sign-in provider; the last sign-in method cannot be removed',
    params: z.strictObject({ id: LoginId }),
    errors: ['not_found', 'last_sign_in_method'],
  }),
} as const
