import type { SceneContents } from '@gridloom/contract/rendering/blend-facts'
import type { SceneReply, SceneRequest } from './scene-messages.ts'

/** The file is not a scene, or cannot be read; the message is shown to the user. */
export class FileUnreadable extends Error {
  override readonly name = 'FileUnreadable'
}

const workerGone = 'The file reader has stopped. Reload the page and choose the file again.'

/** Reads the contents of a scene. Rejects with {@link FileUnreadable}, or AbortError when the signal aborts. */
export async function readFile(file: File, signal: AbortSignal): Promise<SceneContents> {
  const reply = await askWorker({ kind: 'read', file }, { signal })
  if (reply.kind === 'read') return reply.contents
  throw new FileUnreadable(workerGone)
}

interface ReadOptions {
  readonly signal: AbortSignal
  readonly onBytes?: (bytes: number) => void
}

/** Computes the hashes of a file's blocks. Rejects as {@link readFile} does. */
export async function hashFile(file: File, options: ReadOptions): Promise<string[]> {
  const reply = await askWorker({ kind: 'hash', file }, options)
  if (reply.kind === 'hashed') return [...reply.hashes]
  throw new FileUnreadable(workerGone)
}

/** Starts a worker for one request; terminated with its reply or when the signal aborts. */
function askWorker(request: SceneRequest, { signal, onBytes }: ReadOptions): Promise<SceneReply> {
  const worker = new Worker(new URL('./scene-worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<SceneReply>()
  worker.addEventListener('message', (event: MessageEvent<SceneReply>) => {
    const reply = event.data
    if (reply.kind === 'hashing') onBytes?.(reply.bytes)
    else if (reply.kind === 'broken') reject(new FileUnreadable(reply.text))
    else resolve(reply)
  })
  worker.addEventListener('error', () => reject(new FileUnreadable(workerGone)))
  signal.addEventListener('abort', () => reject(signal.reason))
  worker.postMessage(request)
  return promise.finally(() => worker.terminate())
}
