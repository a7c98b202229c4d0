import { fromBase64url, toBase64url } from './base64url.ts'

/**
 * A text that only the holder of a private key reads: an ephemeral X25519 key (RFC 7748) agrees on a secret with the
 * reader's, HKDF-SHA-256 (RFC 5869) makes an AES-256-GCM key and nonce of it, and the text is authenticated together with
 * the place that it is for. Nobody else can open it, and it opens for no other place; who sealed it, it does not say.
 *
 *     base64url of: version 1 ‖ ephemeral public key (32) ‖ ciphertext ‖ tag (16)
 *
 * Uses WebCrypto, which browsers offer to https and localhost only.
 */
export interface BoxKey {
  /** Raw 32 bytes, base64url. */
  publicKey: string
  /** PKCS #8, base64url. */
  privateKey: string
}

/** A sealed text that cannot be opened: for another key or place, or changed. */
export class BoxBroken extends Error {
  override readonly name = 'BoxBroken'
}

const version = 1
const publicBytes = 32
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const curve = 'X25519'
const purpose = 'gridloom sealed box 1'

/** Makes a key to seal for. */
export async function makeBoxKey(): Promise<BoxKey> {
  const { publicKey, privateKey } = await newPair()
  const [raw, pkcs8] = await Promise.all([
    crypto.subtle.exportKey('raw', publicKey),
    crypto.subtle.exportKey('pkcs8', privateKey),
  ])
  return {
    publicKey: toBase64url(new Uint8Array(raw)),
    privateKey: toBase64url(new Uint8Array(pkcs8)),
  }
}

/** Seals a text of at most some kilobytes. @throws BoxBroken where the public key is none */
export async function sealBox(publicKey: string, text: string, place: string): Promise<string> {
  const reader = fromBase64url(publicKey)
  if (reader?.length !== publicBytes) throw new BoxBroken('no public key')
  const own = await newPair()
  const ownPublic = new Uint8Array(await crypto.subtle.exportKey('raw', own.publicKey))
  try {
    const agreed = await agree(own.privateKey, { theirs: reader, own: ownPublic, reader })
    const bytes = new TextEncoder().encode(text)
    const sealed = await crypto.subtle.encrypt(gcm(agreed.nonce, place), agreed.key, bytes)
    return toBase64url(Uint8Array.of(version, ...ownPublic, ...new Uint8Array(sealed)))
  } catch (cause) {
    throw new BoxBroken('a public key that gives the same secret to all', { cause })
  }
}

/** Opens what was sealed for this key and place. @throws BoxBroken */
export async function openBox(key: BoxKey, sealed: string, place: string): Promise<string> {
  const all = fromBase64url(sealed)
  const reader = fromBase64url(key.publicKey)
  const pkcs8 = fromBase64url(key.privateKey)
  if (all === undefined || reader === undefined || pkcs8 === undefined) throw broken()
  if (all[0] !== version || all.length < 1 + publicBytes + tagBytes) throw broken()
  const theirs = all.slice(1, 1 + publicBytes)
  try {
    const own = await crypto.subtle.importKey('pkcs8', pkcs8, curve, false, ['deriveBits'])
    const agreed = await agree(own, { theirs, own: theirs, reader })
    const text = all.slice(1 + publicBytes)
    const opened = await crypto.subtle.decrypt(gcm(agreed.nonce, place), agreed.key, text)
    return new TextDecoder('utf-8', { fatal: true }).decode(opened)
  } catch (cause) {
    throw broken(cause)
  }
}

function broken(cause?: unknown): BoxBroken {
  return new BoxBroken('sealed for another key or place, or changed', { cause })
}

async function newPair() {
  const pair = await crypto.subtle.generateKey(curve, true, ['deriveBits'])
  // Its type allows for symmetric keys, which X25519 has not.
  if (!('privateKey' in pair)) throw new BoxBroken('X25519 keys are pairs')
  return pair
}

type PrivateKey = Awaited<ReturnType<typeof newPair>>['privateKey']

interface Publics {
  /** The public key to agree with. */
  theirs: Uint8Array<ArrayBuffer>
  /** The ephemeral one, and the reader's: both are bound into the key. */
  own: Uint8Array<ArrayBuffer>
  reader: Uint8Array<ArrayBuffer>
}

/** Rejects where the public key is one of the few that give the same secret to all. */
async function agree(privateKey: PrivateKey, { theirs, own, reader }: Publics) {
  const { subtle } = crypto
  const their = await subtle.importKey('raw', theirs, curve, false, [])
  const secret = await subtle.deriveBits({ name: curve, public: their }, privateKey, 256)
  const base = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  const salt = Uint8Array.of(...own, ...reader)
  const info = new TextEncoder().encode(purpose)
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt, info }
  const bits = await subtle.deriveBits(hkdf, base, 8 * (keyBytes + nonceBytes))
  const usages = ['encrypt', 'decrypt'] as const
  const key = await subtle.importKey('raw', bits.slice(0, keyBytes), 'AES-GCM', false, [...usages])
  return { key, nonce: new Uint8Array(bits.slice(keyBytes)) }
}

function gcm(iv: Uint8Array<ArrayBuffer>, place: string) {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(place) }
}
