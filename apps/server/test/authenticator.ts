import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PasskeyAnswer, PasskeyCeremony } from '@gridloom/contract/auth/passkey'
import { z } from 'zod'

/** The parts of a browser's options that an authenticator reads (WebAuthn 3, 5.4 and 5.5). */
const ToMake = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string() }),
  user: z.object({ id: z.string() }),
})
const ToUse = z.object({ challenge: z.string(), rpId: z.string() })

/** Values that a test falsifies; all others are correct. */
export interface Lies {
  challenge?: string
  origin?: string
  rpId?: string
  type?: string
  /** Whether the user was verified by a PIN, a finger or a face. */
  verified?: 'no'
  present?: 'no'
  counter?: number
  synced?: 'yes'
  handle?: string
  credentialId?: string
  /** An attestation in place of none. */
  attestation?: { fmt: string; statement: Map<Cbor, Cbor> }
  signature?: string
}

/** A software authenticator with one passkey: ES256, no attestation. */
export interface Authenticator {
  readonly credentialId: string
  make(ceremony: PasskeyCeremony, lies?: Lies): PasskeyAnswer
  use(ceremony: PasskeyCeremony, lies?: Lies): PasskeyAnswer
}

const flag = { present: 0x01, verified: 0x04, eligible: 0x08, synced: 0x10, attested: 0x40 }

/** Creates an authenticator for a browser at `origin`. */
export function anAuthenticator(origin: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credential = randomBytes(32)
  const credentialId = credential.toString('base64url')
  let handle = ''
  let counter = 0
  const keyBytes = cbor(coseKey(publicKey.export({ format: 'jwk' })))
  return {
    credentialId,
    make({ ceremony_id, options }, lies = {}) {
      const asked = ToMake.parse(options)
      handle = asked.user.id
      const made = Buffer.concat([
        authenticatorData({ rpId: asked.rp.id, counter, extraFlags: flag.attested }, lies),
        Buffer.alloc(16),
        Buffer.from([0, credential.length]),
        credential,
        keyBytes,
      ])
      const object = new Map<Cbor, Cbor>([
        ['fmt', lies.attestation?.fmt ?? 'none'],
        ['attStmt', lies.attestation?.statement ?? new Map()],
        ['authData', made],
      ])
      const clientDataJSON = clientData({ type: 'webauthn.create', origin, ...asked, ...lies })
      const response = {
        clientDataJSON: clientDataJSON.toString('base64url'),
        attestationObject: cbor(object).toString('base64url'),
        transports: ['internal'],
      }
      return answer(ceremony_id, lies.credentialId ?? credentialId, response)
    },
    use({ ceremony_id, options }, lies = {}) {
      const asked = ToUse.parse(options)
      counter += 1
      const data = authenticatorData({ rpId: asked.rpId, counter, extraFlags: 0 }, lies)
      const clientDataJSON = clientData({ type: 'webauthn.get', origin, ...asked, ...lies })
      const signed = Buffer.concat([data, createHash('sha256').update(clientDataJSON).digest()])
      const response = {
        clientDataJSON: clientDataJSON.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: lies.signature ?? sign('sha256', signed, privateKey).toString('base64url'),
        userHandle: lies.handle ?? handle,
      }
      return answer(ceremony_id, lies.credentialId ?? credentialId, response)
    },
  }
}

function answer(ceremonyId: string, id: string, response: Record<string, unknown>): PasskeyAnswer {
  const whole = { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
  return { ceremony_id: ceremonyId, response: whole }
}

/** The client data that the browser has the authenticator sign (WebAuthn 3, 5.8.1). */
function clientData({ type, challenge, origin }: Record<'type' | 'challenge' | 'origin', string>) {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

interface AuthenticatorFacts {
  rpId: string
  counter: number
  extraFlags: number
}

/** WebAuthn 3, 6.1: the site, the user's verification, and how often the passkey was used. */
function authenticatorData({ rpId, counter, extraFlags }: AuthenticatorFacts, lies: Lies): Buffer {
  const flags =
    extraFlags |
    (lies.present === 'no' ? 0 : flag.present) |
    (lies.verified === 'no' ? 0 : flag.verified) |
    (lies.synced === 'yes' ? flag.eligible | flag.synced : 0)
  const head = Buffer.alloc(37)
  createHash('sha256')
    .update(lies.rpId ?? rpId)
    .digest()
    .copy(head)
  head.writeUInt8(flags, 32)
  head.writeUInt32BE(lies.counter ?? counter, 33)
  return head
}

/** An ES256 key in COSE format (RFC 9053, 7.1). */
function coseKey({ x = '', y = '' }: { x?: string; y?: string }): Map<Cbor, Cbor> {
  return new Map<Cbor, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
}

/** The subset of CBOR (RFC 8949) that authenticators use. */
export type Cbor = number | string | Uint8Array | Cbor[] | Map<Cbor, Cbor>

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
  if (typeof value === 'string')
    return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([cborHead(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([cborHead(4, value.length), ...value.map(cbor)])
  const pairs = [...value].flatMap(([key, held]) => [cbor(key), cbor(held)])
  return Buffer.concat([cborHead(5, value.size), ...pairs])
}

function cborHead(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  if (size < 256) return Buffer.from([(major << 5) | 24, size])
  return Buffer.from([(major << 5) | 25, size >> 8, size & 0xff])
}
