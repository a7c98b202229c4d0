import type { Timers } from '@gridloom/async/clock'
import { pause } from '@gridloom/async/pause'
import { hashBlockBytes } from '@gridloom/contract/core/constants'
import { retryDelayMs } from './retry-delay.ts'
import { failuresMax, isTemporary } from './run-upload.ts'

/** The content of an upload: read in blocks, so that a large one is never in memory whole. */
export interface Content {
  /** The size in bytes. */
  readonly size: number
  read(offset: number, length: number): Promise<Uint8Array>
}

interface ReadContent {
  content: Content
  signal: AbortSignal
  /** Called with the bytes that are done. */
  onBytes: (bytes: number) => void
}

interface SentContent extends ReadContent {
  /** The offset at which to begin. */
  receivedBytes: number
  readOffset: () => Promise<number>
  /** Sends bytes once and returns the new offset. */
  send: (offset: number, bytes: Uint8Array<ArrayBuffer>) => Promise<number>
  clock: Timers
  /** A number in [0, 1), for the jitter of retries. */
  random: () => number
}

/** The bytes of one request: half a block, so that progress is visible and a broken connection costs little. */
const stepBytes = 4 * 1024 * 1024

/** Returns the SHA-256 of each hash block, in hexadecimal. */
export async function hashBlocks({ content, signal, onBytes }: ReadContent): Promise<string[]> {
  const hashes: string[] = []
  for (let offset = 0; offset < content.size; offset += hashBlockBytes) {
    signal.throwIfAborted()
    const block = await content.read(offset, hashBlockBytes)
    const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(block))
    hashes.push(hexOf(new Uint8Array(hash)))
    onBytes(offset + block.length)
  }
  return hashes
}

/**
 * Sends the bytes that the server does not have, four megabytes a request, and continues after broken connections.
 * @throws ApiError, NetworkError when retries do not help, AbortError
 */
export async function sendContent(sent: SentContent): Promise<void> {
  const { content, clock, random, signal, onBytes } = sent
  let failures = 0
  let offset = sent.receivedBytes
  while (offset < content.size) {
    onBytes(offset)
    try {
      if (failures > 0) offset = await sent.readOffset()
      const bytes = new Uint8Array(await content.read(offset, stepBytes))
      offset = await sent.send(offset, bytes)
      failures = 0
    } catch (error) {
      failures += 1
      if (!isTemporary(error) || failures > failuresMax) throw error
      await pause(clock, retryDelayMs(failures, random), signal)
    }
  }
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
