import { createPublicKey, type KeyObject, verify } from 'node:crypto'

/**
 * Returns a function that says whether the holder of an Ed25519 key (base64url) signed exactly a text, in the one
 * spelling that a signature has. Keys are parsed once: few of them sign much.
 */
export function createIsSigned(): (key: string, text: string, signature: string) => boolean {
  const keys = new Map<string, KeyObject | undefined>()
  return (key, text, signature) => {
    if (!keys.has(key)) keys.set(key, publicKeyOf(key))
    const publicKey = keys.get(key)
    const bytes = Buffer.from(signature, 'base64url')
    if (publicKey === undefined || bytes.toString('base64url') !== signature) return false
    return verify(null, Buffer.from(text), publicKey, bytes)
  }
}

function publicKeyOf(key: string): KeyObject | undefined {
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' })
  } catch {
    // @NOTE what is no key has signed nothing
    return undefined
  }
}
