import { hashBlockBytes } from '@gridloom/contract/core/constants'
import { sha256Hex } from '@gridloom/domain/sha256'

/**
 * Computes the SHA-256 of each block of `blockBytes` in order, as lower-case hexadecimal; only one block is in memory
 * at a time. `onBytes` receives the number of bytes hashed so far.
 */
export async function hashBlocks(
  file: Blob,
  onBytes: (bytes: number) => void,
  blockBytes: number = hashBlockBytes,
): Promise<string[]> {
  const hashes: string[] = []
  for (let from = 0; from < file.size; from += blockBytes) {
    const block = file.slice(from, from + blockBytes)
    hashes.push(await sha256Hex(new Uint8Array(await block.arrayBuffer())))
    onBytes(Math.min(file.size, from + blockBytes))
  }
  return hashes
}
