import { createHash } from 'node:crypto'
import { hashBlockBytes } from '@gridloom/contract/core/constants'

/**
 * Returns the hash by which machines identify content: the SHA-256 of the joined hexadecimal SHA-256s of each block of
 * `hashBlockBytes`, as in `RenderScene.content_hash`. `blockBytes` is for tests.
 */
export async function contentHash(
  bytes: AsyncIterable<Uint8Array>,
  blockBytes = hashBlockBytes,
): Promise<string> {
  const list = createHash('sha256')
  let block = createHash('sha256')
  let room = blockBytes
  for await (const some of bytes) {
    for (let from = 0; from < some.length; ) {
      const part = some.subarray(from, from + room)
      block.update(part)
      from += part.length
      room -= part.length
      if (room > 0) continue
      list.update(block.digest('hex'))
      block = createHash('sha256')
      room = blockBytes
    }
  }
  if (room < blockBytes) list.update(block.digest('hex'))
  return list.digest('hex')
}
