import { PartFailed } from '../lazy-part.tsx'
import { ErrorState } from './states.tsx'

interface PartFailureProps {
  title: string
  error: unknown
  /** Draws the part again. */
  reset: () => void
}

/** A part that broke; one whose code could not be fetched is fetched again on request. */
export function PartFailure({ title, error, reset }: PartFailureProps) {
  function retry(): void {
    if (error instanceof PartFailed) error.forget()
    reset()
  }
  return <ErrorState title={title} error={error} retry={retry} />
}
