import { createContext, type ReactNode, use, useLayoutEffect } from 'react'

/** The errors that screens show in place, so that no toast repeats them. */
export interface ShownErrors {
  add(error: object): void
  has(error: object): boolean
}

export function createShownErrors(): ShownErrors {
  return new WeakSet<object>()
}

const ShownErrorsContext = createContext<ShownErrors | undefined>(undefined)

export function ShownErrorsProvider({
  shownErrors,
  children,
}: {
  shownErrors: ShownErrors
  children: ReactNode
}) {
  return <ShownErrorsContext value={shownErrors}>{children}</ShownErrorsContext>
}

/** Reports that the calling component shows this error; call it with `null` while there is none. */
export function useShownInPlace(error: unknown): void {
  const shownErrors = use(ShownErrorsContext)
  useLayoutEffect(() => {
    if (typeof error === 'object' && error !== null) shownErrors?.add(error)
  }, [error, shownErrors])
}
