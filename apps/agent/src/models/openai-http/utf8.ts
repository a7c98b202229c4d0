import { isUtf8 } from 'node:buffer'
import { UpstreamBroken } from './upstream-broken.ts'

/** The text of bytes. @throws UpstreamBroken where they are no UTF-8 */
export function utf8TextOf(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new UpstreamBroken('The engine sent bytes that are not UTF-8.')
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
}
