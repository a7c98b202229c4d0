import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/**
 * The SHA-256 of bytes (FIPS 180-4) in lower-case hexadecimal. Uses WebCrypto; without it, a JavaScript implementation
 * that takes several times as long: browsers offer WebCrypto to https and localhost only, and a server in a local
 * network is often reached by plain http.
 */
export async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const subtle: typeof globalThis.crypto.subtle | undefined = globalThis.crypto.subtle
  if (subtle === undefined) return bytesToHex(sha256(bytes))
  return bytesToHex(new Uint8Array(await subtle.digest('SHA-256', bytes)))
}
