import type { PasskeyCeremony } from '@gridloom/contract/auth/passkey'
import { generateAuthenticationOptions } from '@simplewebauthn/server'
import type { SignInMethodsCtx } from '../sign-in-methods/ctx.ts'
import { beginCeremony } from './begin-ceremony.ts'
import { ceremonyLifeMs, relyingParty } from './relying-party.ts'

/**
 * What the browser needs to use a passkey. It names none: the authenticator knows which accounts it can open, and
 * nobody learns here which ones there are.
 */
export async function beginPasskeyLogin(ctx: SignInMethodsCtx): Promise<PasskeyCeremony> {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx.publicUrl).id,
    userVerification: 'required',
    timeout: ceremonyLifeMs,
  })
  return ctx.transact((tx) => beginCeremony(ctx, tx, { kind: 'use', accountId: null, options }))
}
