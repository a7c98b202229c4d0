// Re-authentication needs no code in a screen: call `client.account.generateApiKey(...)` as usual. When the server
// answers `confirmation_required`, the page's one dialog opens; once the user has re-authenticated (password, passkey
// or sign-in), the call is retried once and resolves normally. If the user closes the dialog, the call rejects with
// that code: forms show its text in place, and no toast is shown.

import { ApiError } from '@gridloom/client/api-error'
import { createStore, type StoreApi } from 'zustand/vanilla'

export type Confirmation = 'confirmed' | 'declined'

/** State of the page's one re-authentication dialog: whether it is open, and its outcome. */
export interface ReauthPrompt {
  store: StoreApi<{ asked: boolean }>
  /** Opens the dialog and resolves with its outcome. Concurrent callers share one dialog. */
  ask(): Promise<Confirmation>
  /** Closes the dialog with an outcome. */
  settle(outcome: Confirmation): void
}

export function createConfirmations(): ReauthPrompt {
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
 * Makes a call; if it requires re-authentication, asks the user for it and retries once. Rejects with the first error
 * when the user declines, with the second when the retry fails.
 */
export async function afterConfirming<Result>(
  confirmations: ReauthPrompt,
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

/** Whether a call failed only because the user has not re-authenticated recently. */
export function wantsConfirmation(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'confirmation_required'
}
