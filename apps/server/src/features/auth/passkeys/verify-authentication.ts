import type { PasskeyAnswer } from '@gridloom/contract/auth/passkey'
import {
  type AuthenticationResponseJSON,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server'
import type { Tx } from '../../../platform/ctx.ts'
import type { SignInMethodsCtx } from '../sign-in-methods/ctx.ts'
import { parseAuthentication } from './answers.ts'
import { takeCeremony } from './ceremonies-store.ts'
import { lockPasskey, type PresentedPasskey, touchPasskey } from './passkeys-store.ts'
import { passkeyRefusal, refuseThrown } from './refuse-thrown.ts'
import { relyingParty } from './relying-party.ts'

/**
 * Verifies the use of a passkey and returns its account (WebAuthn 3, 7.2): an unused challenge of this server, origin,
 * relying party, user verification, signature and counter. Runs in the caller's transaction: if that fails, the
 * ceremony can be retried.
 * @throws Refused `passkey_refused`, the same for every reason
 */
export async function verifyAuthentication(
  ctx: Pick<SignInMethodsCtx, 'clock' | 'publicUrl'>,
  tx: Tx,
  answer: PasskeyAnswer,
): Promise<PresentedPasskey> {
  const used = parseAuthentication(answer.response)
  const at = ctx.clock.now()
  const ceremony = { id: answer.ceremony_id, kind: 'use', accountId: null } as const
  const challenge = await takeCeremony(tx, ceremony, at)
  const passkey = await lockPasskey(tx, used.id)
  if (challenge === undefined) throw passkeyRefusal('the ceremony is used, too old or unknown')
  if (passkey === undefined) throw passkeyRefusal('the credential is not known')
  const result = await verify({ publicUrl: ctx.publicUrl, challenge, used, passkey })
  await touchPasskey(tx, passkey.id, { ...result, at })
  return passkey
}

interface AuthenticationToVerify {
  publicUrl: string
  challenge: string
  used: AuthenticationResponseJSON
  passkey: PresentedPasskey
}

async function verify({ publicUrl, challenge, used, passkey }: AuthenticationToVerify) {
  const { id, origin } = relyingParty(publicUrl)
  refuseOtherHandle(used, passkey)
  return refuseThrown(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: used,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    })
    if (!verified) throw passkeyRefusal('the signature is wrong')
    return { counter: authenticationInfo.newCounter, synced: authenticationInfo.credentialBackedUp }
  })
}

/**
 * Rejects a user handle other than the owner of the passkey. The authenticator names the account, as the request does
 * not (WebAuthn 3, 7.2).
 */
function refuseOtherHandle(
  { response }: AuthenticationResponseJSON,
  { accountId }: PresentedPasskey,
): void {
  const handle = Buffer.from(response.userHandle ?? '', 'base64url').toString('utf8')
  if (handle !== accountId) throw passkeyRefusal('the user handle is another account’s, or missing')
}
