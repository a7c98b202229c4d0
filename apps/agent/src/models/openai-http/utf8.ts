import { isUtf8 } from 'node:buffer'
import { UpstreamBroken } from './upstream-broken.ts'

/** Returns the text of bytes. @throws UpstreamBroken if they are not UTF-8 */
export function utf8TextOf(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new UpstreamBroken('The engine sent bytes that are not UTF-8.')
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
}
