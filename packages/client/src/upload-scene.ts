import type { Timers } from '@gridloom/async/clock'
import { pause } from '@gridloom/async/pause'
import { hashBlockBytes } from '@gridloom/contract/core/constants'
import type { RenderScene, RenderUpload } from '@gridloom/contract/rendering/scene'
import type { Client } from './calls.ts'
import { retryDelayMs } from './retry-delay.ts'
import { failuresMax, isTemporary, runUpload } from './run-upload.ts'

/** The content of an upload: read in blocks, so that a large one is never in memory whole. */
export interface Content {
  /** The size in bytes. */
  readonly size: number
  read(offset: number, length: number): Promise<Uint8Array>
}

/** The progress: bytes of the content that are hashed, then sent; then the server reads the upload. */
export interface UploadProgress {
  step: 'hashing' | 'sending' | 'reading'
  bytes: number
}

export interface UploadOptions {
  fileName: string
  content: Content
  clock: Timers
  /** A number in [0, 1), for the jitter of retries. */
  random: () => number
  signal: AbortSignal
  onProgress: (progress: UploadProgress) => void
}

/** The bytes of one request: half a block, so that progress is visible and a broken connection costs little. */
const stepBytes = 4 * 1024 * 1024

/**
 * Uploads a scene by `fetch`, four megabytes a request, unless the account has its content already. Continues after a broken connection, a server restart,
 * or from an interrupted earlier upload of the same file.
 * @throws ApiError, NetworkError when retries do not help, AbortError
 */
export async function uploadScene(client: Client, uploading: UploadOptions): Promise<RenderScene> {
  const { fileName, content, clock, random, signal, onProgress } = uploading
  const { scene } = await runUpload(client, {
    fileName,
    sizeBytes: content.size,
    hash: () => hashBlocks(uploading),
    send: (upload) => sendAll(client, upload, uploading),
    onFinishing: () => onProgress({ step: 'reading', bytes: content.size }),
    clock,
    random,
    signal,
  })
  return scene
}

async function hashBlocks({ content, signal, onProgress }: UploadOptions): Promise<string[]> {
  const hashes: string[] = []
  for (let offset = 0; offset < content.size; offset += hashBlockBytes) {
    signal.throwIfAborted()
    const block = await content.read(offset, hashBlockBytes)
    const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(block))
    hashes.push(hexOf(new Uint8Array(hash)))
    onProgress({ step: 'hashing', bytes: offset + block.length })
  }
  return hashes
}

async function sendAll(
  client: Client,
  upload: RenderUpload,
  { content, clock, random, signal, onProgress }: UploadOptions,
): Promise<void> {
  const params = { id: upload.id }
  let failures = 0
  let offset = upload.received_bytes
  while (offset < content.size) {
    onProgress({ step: 'sending', bytes: offset })
    try {
      if (failures > 0) {
        const { received_bytes } = await client.rendering.readUpload({ params, signal })
        offset = received_bytes
      }
      const bytes = new Uint8Array(await content.read(offset, stepBytes))
      offset = await client.rendering.sendUpload({ params, offset, bytes, signal })
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
