import type { Timers } from '@gridloom/async/clock'
import { createTransfer, type TransferProblem } from './transfer.ts'
import type { LineState } from './upload-state.ts'

const retryMs = [1_000, 2_000, 4_000, 8_000, 15_000] as const
const longestRetryMs = 15_000

interface Sending {
  readonly file: Blob
  readonly apiUrl: string
  readonly uploadId: string
  readonly token: () => string | undefined
  /** Renews the token; the result is ignored. */
  readonly renew: () => Promise<unknown>
  readonly timers: Timers
  readonly onBytes: (bytes: number) => void
  readonly onLine: (line: LineState) => void
}

/** An upload in progress, which continues through lost connections, expired tokens and pauses until it is complete. */
export interface RunningTransfer {
  /** Rejects with the server's error. Never settles after `stop`. */
  readonly done: Promise<void>
  pause(): void
  resume(): void
  stop(): void
}

/** Starts an upload. A lost connection is retried indefinitely, and at once when the browser is back online. */
export function startTransfer(sending: Sending): RunningTransfer {
  const { promise: done, resolve, reject } = Promise.withResolvers<void>()
  let failures = 0
  let most = 0
  let wake: (() => void) | undefined
  const transfer = createTransfer({
    ...sending,
    onBytes(bytes) {
      // Each start reports its offset; only an offset beyond all earlier ones proves that the connection works.
      if (bytes > most) failures = 0
      most = Math.max(most, bytes)
      sending.onBytes(bytes)
    },
    onSent: () => finish(resolve),
    onProblem: (problem) => void meet(problem),
  })

  async function meet(problem: TransferProblem): Promise<void> {
    if (problem.kind === 'refused') return finish(() => reject(problem.error))
    failures += 1
    if (problem.kind === 'line') return wait()
    // @NOTE if the token cannot be renewed, the next request is rejected too and handled here again
    await sending.renew().catch(() => undefined)
    if (failures > 2) wait()
    else transfer.start()
  }

  function wait(): void {
    sending.onLine('waiting')
    wake = sending.timers.after(retryMs[failures - 1] ?? longestRetryMs, go)
    addEventListener('online', go, { once: true })
  }

  function go(): void {
    halt()
    sending.onLine('open')
    transfer.start()
  }

  function halt(): void {
    wake?.()
    wake = undefined
    removeEventListener('online', go)
  }

  function stop(): void {
    halt()
    // @NOTE aborting sends no request, so nothing can fail
    void transfer.stop()
  }

  function finish(settle: () => void): void {
    halt()
    settle()
  }

  go()
  return {
    done,
    resume: go,
    stop,
    pause() {
      stop()
      sending.onLine('paused')
    },
  }
}
