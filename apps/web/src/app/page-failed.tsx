import type { ErrorComponentProps } from '@tanstack/react-router'
import { ErrorState } from '../lib/parts/states.tsx'

/** A screen that broke; the shell around it stays. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  return <ErrorState title="This screen could not be shown" error={error} retry={reset} />
}
