import { sha256 as sha256InScript } from '@noble/hashes/sha2.js'

/**
 * The SHA-256 of bytes (FIPS 180-4). By WebCrypto; where there is none, in script and several times as slow: browsers
 * offer it to https and to localhost alone, and a server in a local network is often reached by plain http.
 */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const subtle: typeof globalThis.crypto.subtle | undefined = globalThis.crypto.subtle
  if (subtle === undefined) return sha256InScript(bytes)
  return new Uint8Array(await subtle.digest('SHA-256', bytes))
}
