// How "Confirm that it is you" works, for everyone who builds a screen: do nothing special. Call
// `client.account.generateApiKey(...)` as ever. Where the server answers `confirmation_required`, the
// one dialog of the page opens; once the person has proven who they are (password, passkey, or signing
// in again), the call is made once more and resolves as if nothing had been. A person who closes the
// dialog leaves the call refused with that code: forms show its text in place, and no toast is made.

import { ApiError } from '@gridloom/client/api-error'
import { createStore, type StoreApi } from 'zustand/vanilla'

export type Confirmation = 'confirmed' | 'declined'

/** The page's one question "is it you?": who asks, whether it is on the screen, and its answer. */
export interface Confirmations {
  store: StoreApi<{ asked: boolean }>
  /** Opens the dialog and resolves with its outcome. Callers that come together share one dialog. */
  ask(): Promise<Confirmation>
  /** Tells the outcome; the dialog closes. */
  settle(outcome: Confirmation): void
}

export function createConfirmations(): Confirmations {
  const store = createStore<{ asked: boolean }>(() => ({ asked: false }))
  let open: PromiseWithResolvers<Confirmation> | undefined
  return {
    store,
    ask() {
      open ??= Promise.withResolvers<Confirmation>()
      store.setState({ asked: true })
      return open.promise
    },
    settle(outcome) {
      open?.resolve(outcome)
      open = undefined
      store.setState({ asked: false })
    },
  }
}

/**
 * Makes a call; where it is refused for want of a recent proof, asks for that and makes the call once
 * more. Rejects with the first refusal when the person declines, with the second where it fails again.
 */
export async function afterConfirming<Result>(
  confirmations: Confirmations,
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (!wantsConfirmation(error)) throw error
    if ((await confirmations.ask()) === 'declined') throw error
    return call()
  }
}

/** Whether a call failed only because the person has not proven lately who they are. */
export function wantsConfirmation(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'confirmation_required'
}
