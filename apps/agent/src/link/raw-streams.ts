import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Call } from './call.ts'

const rawBytes = { 'content-type': 'application/octet-stream' }

/** The answer to a call that carries raw bytes both ways. */
export interface RawStream {
  stream: Duplex
  headers: Record<string, string>
  /** Called after the last byte. */
  trailers?: () => Promise<Record<string, string>>
}

/**
 * Carries bytes both ways until both sides ended. Each direction ends on its own (a half-closed TCP
 * connection still answers); when one breaks, both sides are torn down.
 */
export async function joinBytes(call: Call, answer: RawStream): Promise<void> {
  const { stream: inside, headers, trailers } = answer
  if (call.stream.destroyed) {
    inside.destroy()
    return
  }
  const { stream } = call
  const waitForTrailers = trailers !== undefined
  stream.respond({ ':status': 200, ...rawBytes, ...headers }, { waitForTrailers })
  // Unless trailers are sent here, the stream stays open.
  stream.once('wantTrailers', () => void sendTrailers(call, trailers))
  await Promise.allSettled([pipeline(stream, inside), pipeline(inside, stream)])
  inside.destroy()
}

async function sendTrailers({ stream }: Call, trailers: RawStream['trailers']): Promise<void> {
  // @NOTE an exit code that cannot be read is omitted; the stream has to end all the same
  const found = await trailers?.().catch(() => ({}))
  if (!stream.destroyed) stream.sendTrailers(found ?? {})
}
