import { PartFailed } from '../lazy-part.tsx'
import { ErrorState } from './states.tsx'

interface PartFailureProps {
  title: string
  error: unknown
  /** Renders the component again. */
  reset: () => void
}

/** Shown when a component failed; if its code failed to load, retrying loads it again. */
export function PartFailure({ title, error, reset }: PartFailureProps) {
  function retry(): void {
    if (error instanceof PartFailed) error.forget()
    reset()
  }
  return <ErrorState title={title} error={error} retry={retry} />
}
