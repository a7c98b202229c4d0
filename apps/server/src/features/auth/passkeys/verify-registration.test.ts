import { describe, expect, it } from 'vitest'
import { anAuthenticator, type Cbor, type Lies } from '../../../../test/authenticator.ts'
import { parseRegistration } from './answers.ts'
import { verifyRegistration } from './verify-registration.ts'

const publicUrl = 'https://gridloom.example'

describe('verifyRegistration', () => {
  it('returns the credential that was created', async () => {
    const { credentialId } = authenticator
    await expect(made({})).resolves.toMatchObject({
      credentialId,
      counter: 0,
      transports: ['internal'],
      synced: false,
    })
  })

  it('returns whether the passkey is synced to other devices', async () => {
    await expect(made({ synced: 'yes' })).resolves.toMatchObject({ synced: true })
  })

  it.each<[string, Lies]>([
    ['page', { origin: 'https://gridloom.example.evil.example' }],
    ['scheme', { origin: 'http://gridloom.example' }],
    ['port', { origin: 'https://gridloom.example:8443' }],
    ['site', { rpId: 'evil.example' }],
    ['challenge', { challenge: 'b3RoZXI' }],
    ['kind of ceremony', { type: 'webauthn.get' }],
    ['verification', { verified: 'no' }],
    ['presence', { present: 'no' }],
  ])('rejects the wrong %s', async (_what, lies) => {
    await expect(made(lies)).rejects.toMatchObject({ code: 'passkey_refused' })
  })

  it('returns the credential id from the authenticator data, not from the surrounding JSON', async () => {
    const { credentialId } = authenticator
    await expect(made({ credentialId: 'b3RoZXI' })).resolves.toMatchObject({ credentialId })
  })

  it('rejects certificates, as checking them would fetch URLs that they contain', async () => {
    const statement = new Map<Cbor, Cbor>([
      ['alg', -7],
      ['sig', new Uint8Array(8)],
      ['x5c', [new Uint8Array(8)]],
    ])
    for (const fmt of ['packed', 'fido-u2f', 'android-safetynet', 'tpm', 'apple', 'made up'])
      await expect(made({ attestation: { fmt, statement } })).rejects.toMatchObject({
        message: expect.stringContaining(`of the form ${fmt} was not asked for`),
      })
  })

  it('rejects an attestation that its own key did not sign', async () => {
    const statement = new Map<Cbor, Cbor>([
      ['alg', -7],
      ['sig', new Uint8Array(70)],
    ])
    await expect(made({ attestation: { fmt: 'packed', statement } })).rejects.toMatchObject({
      code: 'passkey_refused',
    })
  })

  it('rejects bytes that are not an attestation', async () => {
    const answer = parseRegistration(authenticator.make(ceremony).response)
    const response = { ...answer.response, attestationObject: 'AAAA' }
    const verified = verifyRegistration({ publicUrl, challenge, made: { ...answer, response } })
    await expect(verified).rejects.toMatchObject({ code: 'passkey_refused' })
  })
})

const challenge = 'Y2hhbGxlbmdl'
const ceremony = {
  ceremony_id: 'one',
  options: { challenge, rp: { id: 'gridloom.example' }, user: { id: 'YWRh' } },
}
const authenticator = anAuthenticator(publicUrl)

function made(lies: Lies) {
  const answer = parseRegistration(authenticator.make(ceremony, lies).response)
  return verifyRegistration({ publicUrl, challenge, made: answer })
}
