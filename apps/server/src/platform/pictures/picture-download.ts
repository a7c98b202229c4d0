import type { Download } from '../http/routes.ts'
import { nothingAtAll } from '../http/security-headers.ts'

/** Returns a stored picture as a response. Its address has the hash of its bytes, so that browsers may keep it. */
export function pictureDownload({
  contentType,
  bytes,
}: {
  contentType: string
  bytes: Buffer
}): Download {
  return {
    fileName: `picture.${contentType.replace('image/', '')}`,
    contentType,
    disposition: 'inline',
    bytes: bytes.length,
    immutable: true,
    policy: `${nothingAtAll}; sandbox`,
    pieces: one(bytes),
  }
}

async function* one(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}
