import type { Timers } from '@gridloom/async/clock'
import { pause } from '@gridloom/async/pause'
import type { InstanceId } from '@gridloom/contract/core/ids'
import type { FileEntry, FileUploadId, FinishFileUpload } from '@gridloom/contract/files/file-entry'
import type { FilePath } from '@gridloom/contract/files/file-path'
import { ApiError, NetworkError } from './api-error.ts'
import type { Client } from './calls.ts'
import { retryDelayMs } from './retry-delay.ts'
import { failuresMax, isTemporary } from './run-upload.ts'

/** How this program waits and stops, and shows how far it is. */
export interface FileTransfer {
  clock: Timers
  /** A number in [0, 1), for the jitter of retries. */
  random: () => number
  signal: AbortSignal
  /** Called with the bytes of the file that have arrived; it may go back, as a server may have fewer than it was sent. */
  onBytes: (bytes: number) => void
}

export interface FileUpload extends FileTransfer {
  id: InstanceId
  /** The same for the same content and target, so that a later run continues where an earlier one broke off. */
  upload: FileUploadId
  finish: FinishFileUpload
  read(offset: number, length: number): Promise<Uint8Array>
  /** The bytes of one request, four megabytes by default: progress is seen after each, and fewer are slower. */
  stepBytes?: number
}

const usualStepBytes = 4 * 1024 * 1024

/**
 * Uploads a file to an instance, some megabytes a request, and continues after broken connections and restarts.
 * @throws ApiError, NetworkError when retries do not help, AbortError
 */
export async function uploadInstanceFile(client: Client, sent: FileUpload): Promise<FileEntry> {
  const { id, upload, finish, read, signal, onBytes, stepBytes = usualStepBytes } = sent
  const params = { id, upload }
  const query = { path: finish.path, size_bytes: finish.size_bytes }
  const arrived = async () => {
    const { bytes } = await client.files.uploadOffset({
      params,
      query: { path: finish.path },
      signal,
    })
    return bytes
  }
  let hasBegun = false
  for (let offset = -1, failures = 0; offset < finish.size_bytes; ) {
    try {
      if (offset < 0) offset = await arrived()
      onBytes(offset)
      if (offset >= finish.size_bytes) break
      const wanted = Math.min(stepBytes, finish.size_bytes - offset)
      const bytes = new Uint8Array(await read(offset, wanted))
      if (bytes.length < wanted) throw new FileChanged()
      offset = await client.files.sendUpload({ params, query, offset, bytes, signal })
      hasBegun = true
      failures = 0
    } catch (error) {
      failures += 1
      if (!mayPass(error, { failures, hasBegun })) throw error
      offset = -1
      await pause(sent.clock, retryDelayMs(failures, sent.random), signal)
    }
  }
  onBytes(finish.size_bytes)
  return retried(sent, () => client.files.finishUpload({ params, body: finish, signal }))
}

/** The file became shorter while it was read. */
export class FileChanged extends Error {
  override readonly name = 'FileChanged'

  constructor() {
    super('The file changed while it was copied.')
  }
}

export interface FileDownload extends FileTransfer {
  id: InstanceId
  path: FilePath
  /** Bytes that are there already. */
  from: number
  /** The version that they are of; another one is refused. */
  version: Pick<FileEntry, 'size_bytes' | 'modified_at'>
}

/**
 * Yields the bytes of a file of an instance, and continues where a connection broke off.
 * @throws FileChanged where it is another version by then; ApiError, NetworkError when retries do not help, AbortError
 */
export async function* downloadInstanceFile(
  client: Client,
  wanted: FileDownload,
): AsyncGenerator<Uint8Array, void> {
  const { id, path, version, signal, onBytes } = wanted
  let at = wanted.from
  onBytes(at)
  for (let failures = 0; at < version.size_bytes; ) {
    try {
      const headers = { range: `bytes=${at}-`, 'if-range': etagOf(version) }
      const { status, body } = await client.files.read({
        params: { id },
        query: { path },
        headers,
        signal,
      })
      if (status !== 206) throw new FileChanged()
      if (body === null) throw new NetworkError('broken')
      for await (const piece of brokenAsNetwork(body, signal)) {
        yield piece
        at += piece.length
        failures = 0
        onBytes(at)
      }
    } catch (error) {
      failures += 1
      if (!mayPass(error, { failures, hasBegun: at > wanted.from })) throw error
      await pause(wanted.clock, retryDelayMs(failures, wanted.random), signal)
    }
  }
}

/** A machine whose agent is updated, or was killed, is back within a minute: so long its transfers wait. */
const offlineFailuresMax = 7

/** Whether a transfer goes on after a failure. One that has not begun says at once that the machine is offline. */
function mayPass(
  error: unknown,
  { failures, hasBegun }: { failures: number; hasBegun: boolean },
): boolean {
  if (error instanceof ApiError && error.code === 'machine_offline')
    return hasBegun && failures <= offlineFailuresMax
  return isTemporary(error) && failures <= failuresMax
}

async function* brokenAsNetwork(
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  const source = body[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { value, done } = await source.next().catch((cause: unknown) => {
        signal.throwIfAborted()
        throw new NetworkError('broken', { cause })
      })
      if (done === true) return
      yield value
    }
  } finally {
    await source.return?.()
  }
}

/** As the server makes it. */
function etagOf({ size_bytes, modified_at }: FileDownload['version']): string {
  const modifiedS = Date.parse(modified_at) / 1_000
  return `"${size_bytes.toString(16)}-${modifiedS.toString(16)}"`
}

/** Makes a call again while that can help. */
async function retried<T>(
  { clock, random, signal }: FileTransfer,
  call: () => Promise<T>,
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await call()
    } catch (error) {
      // A file that exists, or an upload that is incomplete, stays so.
      const isFinal = error instanceof ApiError && error.status < 500 && error.status !== 429
      if (isFinal || !isTemporary(error) || failures > failuresMax) throw error
      await pause(clock, retryDelayMs(failures, random), signal)
    }
  }
}
