import { poly1305 } from '@noble/ciphers/_poly1305.js'
import { ctr, ecb } from '@noble/ciphers/aes.js'
import { concatBytes, equalBytes } from '@noble/ciphers/utils.js'

/**
 * What restic derives from a password to seal the key of a repository: 32 bytes that encrypt with AES-256, 16 bytes `k` and
 * 16 bytes `r` that authenticate with Poly1305-AES. Source: restic.readthedocs.io/en/stable/100_references.html, "Keys,
 * Encryption and MAC"; cr.yp.to/mac/poly1305-20050329.pdf.
 */
export const derivedBytes = 64

const nonceBytes = 16
const tagBytes = 16

/** Seals a text as restic does: nonce, ciphertext, tag. A nonce must be random, and is used once. */
export function sealForRestic(
  derived: Uint8Array,
  { nonce, text }: { nonce: Uint8Array; text: Uint8Array },
): Uint8Array {
  const { encryption, ...mac } = partsOf(derived)
  const ciphertext = ctr(encryption, nonce).encrypt(text)
  return concatBytes(nonce, ciphertext, tagOf(ciphertext, { ...mac, nonce }))
}

/** Opens what {@link sealForRestic} or restic has sealed; `undefined` with another key, or where a bit differs. */
export function openFromRestic(derived: Uint8Array, sealed: Uint8Array): Uint8Array | undefined {
  if (sealed.length < nonceBytes + tagBytes) return undefined
  const { encryption, ...mac } = partsOf(derived)
  const nonce = sealed.subarray(0, nonceBytes)
  const ciphertext = sealed.subarray(nonceBytes, -tagBytes)
  const tag = tagOf(ciphertext, { ...mac, nonce })
  if (!equalBytes(tag, sealed.subarray(-tagBytes))) return undefined
  return ctr(encryption, nonce).decrypt(ciphertext)
}

function partsOf(derived: Uint8Array) {
  if (derived.length !== derivedBytes) throw new RangeError(`a key has ${derivedBytes} bytes`)
  return {
    encryption: derived.subarray(0, 32),
    k: derived.subarray(32, 48),
    r: derived.subarray(48, 64),
  }
}

function tagOf(
  ciphertext: Uint8Array,
  { k, r, nonce }: { k: Uint8Array; r: Uint8Array; nonce: Uint8Array },
): Uint8Array {
  const pad = ecb(k, { disablePadding: true }).encrypt(nonce)
  return poly1305(ciphertext, concatBytes(r, pad))
}
