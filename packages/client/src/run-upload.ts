import type { Timers } from '@gridloom/async/clock'
import { pause } from '@gridloom/async/pause'
import type { RenderScene, RenderUpload } from '@gridloom/contract/rendering/scene'
import { ApiError, NetworkError } from './api-error.ts'
import type { Client } from './calls.ts'
import { retryDelayMs } from './retry-delay.ts'

/** A file to upload, and how this program hashes and sends it. */
export interface UploadSteps {
  fileName: string
  sizeBytes: number
  /** Returns the SHA-256 of each hash block, in hexadecimal. */
  hash(): Promise<string[]>
  /** Sends the bytes that the server does not have; resolves once all have arrived. */
  send(upload: RenderUpload): Promise<void>
  /** Called once all bytes have arrived and the server reads the file. */
  onFinishing(): void
  clock: Timers
  /** A number in [0, 1), for the jitter of retries. */
  random: () => number
  signal: AbortSignal
}

export interface UploadedScene {
  scene: RenderScene
  /** `nothing`: the account had this content already. */
  sent: 'all' | 'nothing'
}

/** Consecutive failures: about five minutes of retries. */
export const failuresMax = 15

/**
 * Announces a file by its hashes, sends what the server does not have, and has it read. The steps of every upload, in the
 * browser and in the command line: how bytes are sent differs, as `fetch` reports no progress within a request.
 * @throws ApiError, NetworkError when retries do not help, AbortError, and the errors of `hash` and `send`
 */
export async function runUpload(client: Client, steps: UploadSteps): Promise<UploadedScene> {
  const { fileName, sizeBytes, signal } = steps
  const body = { file_name: fileName, size_bytes: sizeBytes, block_hashes: await steps.hash() }
  for (let sent: UploadedScene['sent'] = 'nothing'; ; sent = 'all') {
    const begun = await client.rendering.startUpload({ body, signal })
    if (begun.kind === 'held') return { scene: begun.scene, sent }
    await steps.send(begun.upload)
    const scene = await finish(client, begun.upload, steps)
    if (scene !== undefined) return { scene, sent: 'all' }
  }
}

/**
 * Returns the scene; undefined if the upload is gone, as after an earlier call that finished it and whose response was
 * lost.
 */
async function finish(
  client: Client,
  { id }: RenderUpload,
  { onFinishing, clock, random, signal }: UploadSteps,
): Promise<RenderScene | undefined> {
  onFinishing()
  for (let failures = 1; ; failures += 1) {
    try {
      return await client.rendering.finishUpload({ params: { id }, signal })
    } catch (error) {
      if (failures > 1 && error instanceof ApiError && error.code === 'not_found') return undefined
      if (!isTemporary(error) || failures > failuresMax) throw error
      await pause(clock, retryDelayMs(failures, random), signal)
    }
  }
}

/**
 * Whether a retry can help: the connection, a server that is busy or restarting, another sender of the same upload.
 */
export function isTemporary(error: unknown): boolean {
  if (error instanceof NetworkError) return true
  if (!(error instanceof ApiError)) return false
  return error.status >= 500 || error.status === 429 || error.code === 'state_conflict'
}
