import { createHash } from 'node:crypto'
import { hashBlockBytes } from '@gridloom/contract/core/constants'
import { Sha256 } from '@gridloom/contract/core/values'

/** Hashes content as it is written: see `RenderScene.content_hash`. */
export interface ContentHasher {
  /** Bytes added so far. */
  readonly bytes: number
  add(bytes: Uint8Array): void
  /** Returns the hash of all bytes that were added; nothing may be added after it. */
  digest(): Sha256
}

/** The SHA-256 of the joined hexadecimal SHA-256s of each block of `blockBytes`; the last one may be shorter. */
export function createContentHasher(blockBytes = hashBlockBytes): ContentHasher {
  const list = createHash('sha256')
  let block = createHash('sha256')
  let filled = 0
  let bytes = 0

  function endBlock(): void {
    list.update(block.digest('hex'))
    block = createHash('sha256')
    filled = 0
  }

  return {
    get bytes() {
      return bytes
    },
    add: (added) => {
      bytes += added.length
      for (let from = 0; from < added.length; ) {
        const part = added.subarray(from, from + blockBytes - filled)
        block.update(part)
        filled += part.length
        from += part.length
        if (filled === blockBytes) endBlock()
      }
    },
    digest: () => {
      if (filled > 0) endBlock()
      return Sha256.parse(list.digest('hex'))
    },
  }
}
