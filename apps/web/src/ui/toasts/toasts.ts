import { systemClock, type Timers } from '@gridloom/async/clock'
import { createStore, type StoreApi } from 'zustand/vanilla'

export type ToastType = 'warning' | 'error' | 'success'

/** Specification, section 9. */
export const toastTimeoutMs = 5_000
export const progressToastTimeoutMs = 15_000
export const toastRemovalMs = 500

export interface Toast {
  id: string
  message: string
  type: ToastType
  /** In milliseconds; the name is the specification's. */
  timeout: number
  /** In progress; shows a spinner until it is hidden. */
  progress: boolean
  /** `hiding` toasts fade out and are removed 500 ms later. */
  phase: 'shown' | 'hiding'
}

export interface NewToast {
  message: string
  type: ToastType
  /** A later toast with the same id replaces this one. */
  id?: string
  /** How long it is shown, in milliseconds; 5 s by default. */
  timeout?: number
}

export interface Toasts {
  store: StoreApi<{ toasts: readonly Toast[] }>
  /** Shows a message, for 5 s by default; a message already on screen is not added again. */
  show(toast: NewToast): void
  /** Shows progress, for at most 15 s by default. Hide it by its id when the outcome is known. */
  showProgress(toast: { message: string; id: string; timeout?: number }): void
  hide(id: string): void
  /** Removes all errors and warnings at once: they concern the session that ends or precedes. */
  dropFailures(): void
  /** Pauses all timers while the user reads (pointer or focus on a toast); `resume` restarts them. */
  pause(): void
  resume(): void
}

/** Creates the toasts, by the specification's rules. */
export function createToasts(timers: Timers = systemClock): Toasts {
  const store = createStore<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }))
  const cancels = new Map<string, () => void>()
  let made = 0

  function add(toast: Omit<Toast, 'phase'>): void {
    const others = store.getState().toasts.filter(({ id }) => id !== toast.id)
    if (others.some(({ message, phase }) => message === toast.message && phase === 'shown')) return
    store.setState({ toasts: [...others, { ...toast, phase: 'shown' }] })
    hideLater(toast)
  }

  function hideLater({ id, timeout }: { id: string; timeout: number }): void {
    cancels.get(id)?.()
    cancels.set(
      id,
      timers.after(timeout, () => hide(id)),
    )
  }

  function hide(id: string): void {
    const { toasts } = store.getState()
    if (!toasts.some((toast) => toast.id === id && toast.phase === 'shown')) return
    store.setState({ toasts: toasts.map((t) => (t.id === id ? { ...t, phase: 'hiding' } : t)) })
    cancels.get(id)?.()
    cancels.set(
      id,
      timers.after(toastRemovalMs, () => remove(id)),
    )
  }

  function remove(id: string): void {
    cancels.delete(id)
    store.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
  }

  function shown(): Toast[] {
    return store.getState().toasts.filter(({ phase }) => phase === 'shown')
  }

  return {
    store,
    hide,
    show: ({ id = `toast-${++made}`, timeout = toastTimeoutMs, ...toast }) =>
      add({ ...toast, id, timeout, progress: false }),
    showProgress: ({ timeout = progressToastTimeoutMs, ...toast }) =>
      add({ ...toast, type: 'warning', timeout, progress: true }),
    dropFailures() {
      const failures = store.getState().toasts.filter(isFailure)
      for (const { id } of failures) {
        cancels.get(id)?.()
        remove(id)
      }
    },
    pause: () => {
      for (const { id } of shown()) cancels.get(id)?.()
    },
    resume: () => {
      for (const toast of shown()) hideLater(toast)
    },
  }
}

function isFailure({ type, progress }: Toast): boolean {
  return type !== 'success' && !progress
}
