import type { Timers } from '@gridloom/async/clock'
import type { RenderScene } from '@gridloom/contract/rendering/scene'
import type { Client } from './calls.ts'
import { runUpload } from './run-upload.ts'
import { type Content, hashBlocks, sendContent } from './send-content.ts'

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

/**
 * Uploads a scene by `fetch`, four megabytes a request, unless the account has its content already. Continues after a broken connection, a server restart,
 * or from an interrupted earlier upload of the same file.
 * @throws ApiError, NetworkError when retries do not help, AbortError
 */
export async function uploadScene(client: Client, uploading: UploadOptions): Promise<RenderScene> {
  const { fileName, content, clock, random, signal, onProgress } = uploading
  const read = (step: UploadProgress['step']) => ({
    ...{ content, signal },
    onBytes: (bytes: number) => onProgress({ step, bytes }),
  })
  const { scene } = await runUpload(client, {
    fileName,
    sizeBytes: content.size,
    hash: () => hashBlocks(read('hashing')),
    send: ({ id, received_bytes: receivedBytes }) =>
      sendContent({
        ...read('sending'),
        ...{ receivedBytes, clock, random },
        readOffset: async () =>
          (await client.rendering.readUpload({ params: { id }, signal })).received_bytes,
        send: (offset, bytes) =>
          client.rendering.sendUpload({ params: { id }, offset, bytes, signal }),
      }),
    onFinishing: () => onProgress({ step: 'reading', bytes: content.size }),
    clock,
    random,
    signal,
  })
  return scene
}
