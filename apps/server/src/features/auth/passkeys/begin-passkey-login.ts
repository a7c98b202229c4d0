import type { PasskeyCeremony } from '@gridloom/contract/auth/passkey'
import { generateAuthenticationOptions } from '@simplewebauthn/server'
import type { SignInMethodsCtx } from '../sign-in-methods/ctx.ts'
import { beginCeremony } from './begin-ceremony.ts'
import { ceremonyLifeMs, relyingParty } from './relying-party.ts'

/**
 * Options for signing in with a passkey. They list no passkeys, so they reveal none: the authenticator finds the
 * matching accounts by itself.
 */
export async function beginPasskeyLogin(ctx: SignInMethodsCtx): Promise<PasskeyCeremony> {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx.publicUrl).id,
    userVerification: 'required',
    timeout: ceremonyLifeMs,
  })
  return ctx.transact((tx) => beginCeremony(ctx, tx, { kind: 'use', accountId: null, options }))
}
