import type { BlendBytes } from '../container/blend-bytes.ts'
import { blockCode, blockHeadBytes, readBlockHead } from '../file/block-head.ts'
import type { BlendHeader } from '../file/header.ts'
import { walkBlocks } from '../file/walk-blocks.ts'
import { limits } from '../limits.ts'
import { SceneBroken } from '../scene-broken.ts'
import type { Dna } from './dna.ts'
import { parseDna } from './parse-dna.ts'

export interface FoundDna {
  readonly dna: Dna
  /** The offset of its block in the unpacked file. */
  readonly offset: number
}

const dnaCode = blockCode('DNA1')
const endCode = blockCode('ENDB')
/** Blender 5.0's DNA has 132 KB, and only `ENDB` follows. */
const tailBytes = 512 * 1024

/**
 * Finds the DNA, which Blender writes last: at the end first, if that can be read directly; otherwise by walking
 * through the whole file. Throws `no_dna`, and what walking throws.
 */
export async function findDna(
  bytes: BlendBytes,
  header: BlendHeader,
  signal?: AbortSignal,
): Promise<FoundDna> {
  return (await findFromEnd(bytes, header)) ?? (await findByWalking(bytes, header, signal))
}

async function findFromEnd(bytes: BlendBytes, header: BlendHeader): Promise<FoundDna | undefined> {
  if (bytes.size === undefined) return undefined
  const start = Math.max(header.bytes, bytes.size - tailBytes)
  const tail = (await bytes.load(start, bytes.size - start)).subarray(0, bytes.size - start)
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength)
  const headBytes = blockHeadBytes(header)
  const end = tail.length - headBytes
  if (end < 0 || view.getUint32(end) !== endCode) return undefined
  for (let at = end - headBytes; at >= 0; at -= 1) {
    if (tail[at] !== 0x44 || view.getUint32(at) !== dnaCode) continue
    const bodyStart = at + headBytes
    if (bodyStart + readBlockHead(view, at, header).length !== end) continue
    return { dna: parseDna(tail.slice(bodyStart, end), header), offset: start + at }
  }
  return undefined
}

async function findByWalking(
  bytes: BlendBytes,
  header: BlendHeader,
  signal?: AbortSignal,
): Promise<FoundDna> {
  let found: FoundDna | undefined
  let foundAt = 0
  await walkBlocks(
    bytes,
    header,
    {
      meet(head, offset) {
        if (head.code !== dnaCode || found || head.length > limits.dnaBytes) return 'skip'
        foundAt = offset
        return 'body'
      },
      take(_head, body) {
        found = { dna: parseDna(body, header), offset: foundAt }
      },
    },
    signal,
  )
  if (found) return found
  throw new SceneBroken(
    'no_dna',
    'The file is damaged: its structure description (DNA) is missing. Save it again in Blender.',
  )
}
