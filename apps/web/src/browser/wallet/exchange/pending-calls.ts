import type { Timers } from '@gridloom/async/clock'
import { WalletError } from '@gridloom/domain/wallet/wallet-errors'
import type { Response } from './wire.ts'

/** Requests that wait for the wallet, where a user may have to read and confirm. */
export interface PendingCalls {
  /** Resolves with the response. @throws {WalletError} 200003 when none comes in time, 100004 when too many wait */
  add(id: number): Promise<Response>
  /** Delivers a response; one that nobody waits for is ignored. */
  settle(response: Response): void
  failAll(error: Error): void
}

/** A user may have to find their phone. */
const answerMs = 5 * 60_000
const waitingMax = 20

export function createPendingCalls(clock: Timers): PendingCalls {
  const waiting = new Map<number, PromiseWithResolvers<Response> & { stop(): void }>()

  function take(id: number) {
    const call = waiting.get(id)
    waiting.delete(id)
    call?.stop()
    return call
  }

  return {
    async add(id) {
      if (waiting.size >= waitingMax) throw new WalletError(100004)
      const stop = clock.after(answerMs, () => take(id)?.reject(new WalletError(200003)))
      const call = { ...Promise.withResolvers<Response>(), stop }
      waiting.set(id, call)
      return call.promise
    },
    settle: (response) => take(response.id)?.resolve(response),
    failAll(error) {
      for (const id of [...waiting.keys()]) take(id)?.reject(error)
    },
  }
}
