import type { FastifyReply } from 'fastify'

/** One for all: requests end in an abort, and making an error each time costs more than the answer. */
export const callerGone = new DOMException('The caller is gone', 'AbortError')

/** Aborts when the answer is over, whoever ended it, or when the server stops: what lasts as long as a stream ends then. */
export function signalOf({ raw }: FastifyReply, stopping: AbortSignal): AbortSignal {
  const gone = new AbortController()
  if (raw.destroyed) gone.abort(callerGone)
  raw.once('close', () => gone.abort(callerGone))
  return AbortSignal.any([gone.signal, stopping])
}

/**
 * Signals of short answers: one aborts when its caller goes before the answer is out, or when the server stops, and not
 * once the answer is out. All share one ear for the server's stop, as one for each (`AbortSignal.any`) is dear.
 */
export function createBriefSignals(stopping: AbortSignal): (reply: FastifyReply) => AbortSignal {
  const open = new Set<AbortController>()
  stopping.addEventListener('abort', () => {
    for (const gone of open) gone.abort(stopping.reason)
  })
  return ({ raw }) => {
    const gone = new AbortController()
    if (stopping.aborted) gone.abort(stopping.reason)
    // Nothing would take it out again: a connection closes once.
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
