import type { FastifyReply } from 'fastify'

/** Shared by all requests: each ends in an abort, and creating an error each time costs more than the response. */
export const callerGone = new DOMException('The caller is gone', 'AbortError')

/** Returns a signal that aborts when the response ends, however it ends, or when the server stops: for streams. */
export function signalOf({ raw }: FastifyReply, stopping: AbortSignal): AbortSignal {
  const gone = new AbortController()
  if (raw.destroyed) gone.abort(callerGone)
  raw.once('close', () => gone.abort(callerGone))
  return AbortSignal.any([gone.signal, stopping])
}

/**
 * Creates signals of short responses: one aborts when its caller disconnects before the response is sent, or when the
 * server stops, and not once the response is sent. All share one listener for the server's stop, as one for each
 * (`AbortSignal.any`) is expensive.
 */
export function createBriefSignals(stopping: AbortSignal): (reply: FastifyReply) => AbortSignal {
  const open = new Set<AbortController>()
  stopping.addEventListener('abort', () => {
    for (const gone of open) gone.abort(stopping.reason)
  })
  return ({ raw }) => {
    const gone = new AbortController()
    if (stopping.aborted) gone.abort(stopping.reason)
    // No listener is added, as a connection closes only once.
    else if (raw.destroyed) gone.abort(callerGone)
    else watch(raw, gone)
    return gone.signal
  }

  function watch(raw: FastifyReply['raw'], gone: AbortController): void {
    open.add(gone)
    raw.once('close', () => {
      open.delete(gone)
      if (!raw.writableFinished) gone.abort(callerGone)
    })
  }
}
