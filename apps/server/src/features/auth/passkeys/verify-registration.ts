import { type RegistrationResponseJSON, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers'
import type { Credential } from './passkeys-store.ts'
import { passkeyRefusal, refuseThrown } from './refuse-thrown.ts'
import { algorithms, relyingParty } from './relying-party.ts'

interface RegistrationToVerify {
  publicUrl: string
  /** The challenge that was issued for this registration. */
  challenge: string
  made: RegistrationResponseJSON
}

/**
 * Verifies that an authenticator created this passkey now, for this site and origin, with user verification (WebAuthn
 * 3, 7.1).
 * @throws Refused `passkey_refused`
 */
export async function verifyRegistration({
  publicUrl,
  challenge,
  made,
}: RegistrationToVerify): Promise<Credential> {
  const { id, origin } = relyingParty(publicUrl)
  return refuseThrown(async () => {
    refuseCertificates(made)
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: made,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) throw passkeyRefusal('the attestation does not verify')
    const { credential, credentialBackedUp } = registrationInfo
    return {
      credentialId: credential.id,
      publicKey: credential.publicKey,
      counter: credential.counter,
      transports: made.response.transports ?? [],
      synced: credentialBackedUp,
    }
  })
}

/** Rejects attestation certificates: none are requested, and checking one could fetch a URL that an attacker chose. */
function refuseCertificates({ response }: RegistrationResponseJSON): void {
  const object = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
  const format = object.get('fmt')
  const hasNone = object.get('attStmt').get('x5c') === undefined
  if (format !== 'none' && !(format === 'packed' && hasNone))
    throw passkeyRefusal(`an attestation of the form ${format} was not asked for`)
}
