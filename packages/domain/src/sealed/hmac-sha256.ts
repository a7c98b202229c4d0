import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'

/** HMAC-SHA-256 over the parts, one after the other: 32 bytes. Source: RFC 2104. */
export function hmacSha256(key: Uint8Array, ...parts: readonly Uint8Array[]): Uint8Array {
  const mac = hmac.create(sha256, key)
  for (const part of parts) mac.update(part)
  return mac.digest()
}
