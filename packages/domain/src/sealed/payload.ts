import { bytesToHex, equalBytes, hexToBytes } from '@noble/ciphers/utils.js'
import { blockBytes, decryptCbc, encryptCbc, keyFrom } from './aes-cbc.ts'
import type { Bytes } from './bytes.ts'
import { hmacSha256 } from './hmac-sha256.ts'
import { padded, unpadded } from './pkcs7.ts'
import { SealingError } from './sealing-error.ts'

/** An encrypted and signed value: three parts in lower-case hex. */
export interface SealedPayload {
  /** AES-CBC, PKCS#7 padded, of the value's JSON in UTF-8. */
  data: string
  /** The initialisation vector, 16 bytes. */
  iv: string
  /** HMAC-SHA-256 over ciphertext ‖ vector, with the same key. */
  hmac: string
}

/** Random bytes, as `crypto.getRandomValues` returns them. */
export type RandomBytes = (count: number) => Uint8Array

/**
 * Seals a value that JSON can represent. The format is that of WalletConnect 1 (encrypt, then authenticate).
 * @param randomBytes returns the vector; it must be of cryptographic quality, and new for each payload
 * @throws {SealingError} for a key that is not 16, 24 or 32 bytes, or a vector that is not 16
 * @throws {TypeError} for a value that JSON cannot represent
 */
export function seal(value: unknown, key: Bytes, randomBytes: RandomBytes): SealedPayload {
  const json: string | undefined = JSON.stringify(value)
  if (json === undefined) throw new TypeError('only what JSON can carry can be sealed')
  const checkedKey = keyFrom(key)
  const iv = randomBytes(blockBytes)
  const data = encryptCbc({ key: checkedKey, iv }, padded(new TextEncoder().encode(json)))
  const mac = hmacSha256(checkedKey, data, iv)
  return { data: bytesToHex(data), iv: bytesToHex(iv), hmac: bytesToHex(mac) }
}

/**
 * Returns the sealed value, or `null`: the same result whether the parts are not hex, the HMAC does not match, or the
 * padding or the JSON is wrong, so that nothing reveals which. The HMAC is compared in constant time, before anything
 * is decrypted.
 * @throws {SealingError} for a key that is missing or not 16, 24 or 32 bytes: an error of the caller, not of the
 * payload
 */
export function open(payload: unknown, key: Bytes | null | undefined): unknown {
  if (key === null || key === undefined) throw new SealingError('key_missing')
  const checkedKey = keyFrom(key)
  const parts = partsOf(payload)
  if (parts === undefined) return null
  const { data, iv, mac } = parts
  if (!equalBytes(hmacSha256(checkedKey, data, iv), mac)) return null
  const whole = decrypted({ key: checkedKey, data, iv })
  const text = whole === undefined ? undefined : unpadded(whole)
  return text === undefined ? null : parsed(text)
}

interface Encrypted {
  key: Uint8Array
  data: Uint8Array
  iv: Uint8Array
}

function decrypted({ key, data, iv }: Encrypted): Uint8Array | undefined {
  try {
    return decryptCbc({ key, iv }, data)
  } catch (error) {
    // @NOTE a holder of the key may have signed parts of a wrong size: as unreadable as the rest.
    if (error instanceof SealingError) return undefined
    throw error
  }
}

function parsed(text: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text))
  } catch {
    // @NOTE invalid UTF-8 or JSON is reported like every other failure.
    return null
  }
}

function partsOf(
  payload: unknown,
): { data: Uint8Array; iv: Uint8Array; mac: Uint8Array } | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined
  if (!('data' in payload && 'iv' in payload && 'hmac' in payload)) return undefined
  const [data, iv, mac] = [payload.data, payload.iv, payload.hmac].map(bytesOfHex)
  if (data === undefined || iv === undefined || mac === undefined) return undefined
  return { data, iv, mac }
}

function bytesOfHex(text: unknown): Uint8Array | undefined {
  return typeof text === 'string' && /^(?:[0-9a-f]{2})*$/.test(text) ? hexToBytes(text) : undefined
}
