import type { PasskeyCeremony } from '@gridloom/contract/auth/passkey'
import { limits } from '@gridloom/contract/core/constants'
import { Refused } from '@gridloom/contract/errors'
import { generateRegistrationOptions } from '@simplewebauthn/server'
import { userOf } from '../../../platform/ctx.ts'
import type { SignInMethodsCtx } from '../sign-in-methods/ctx.ts'
import { verifiedHolder } from '../sign-in-methods/verified-holder.ts'
import { beginCeremony } from './begin-ceremony.ts'
import { credentialsOf } from './passkeys-store.ts'
import { algorithms, ceremonyLifeMs, relyingParty } from './relying-party.ts'

/**
 * Options for creating a passkey that is discoverable and requires user verification, as it is a complete sign-in
 * method.
 * @throws Refused `email_unverified`, `limit_reached`
 */
export async function beginPasskey(ctx: SignInMethodsCtx): Promise<PasskeyCeremony> {
  const accountId = userOf(ctx)
  const { id, name } = relyingParty(ctx.publicUrl)
  return ctx.transact(async (tx) => {
    const { email } = await verifiedHolder(tx, accountId)
    const held = await credentialsOf(tx.db, accountId)
    refuseBeyondLimit(held.length)
    const options = await generateRegistrationOptions({
      rpID: id,
      rpName: name,
      userName: email,
      userDisplayName: email,
      userID: bytesOf(accountId),
      excludeCredentials: held,
      attestationType: 'none',
      supportedAlgorithmIDs: algorithms,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      timeout: ceremonyLifeMs,
    })
    return beginCeremony(ctx, tx, { kind: 'make', accountId, options })
  })
}

/** @throws Refused `limit_reached` when an account has the maximum number of passkeys */
export function refuseBeyondLimit(held: number): void {
  const { passkeysPerAccount: max } = limits
  if (held >= max) throw new Refused('limit_reached', { details: { max, what: 'passkeys' } })
}

/** The user handle is the account's id, which reveals nothing about the user (WebAuthn 3, 14.6.1). */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text))
}
