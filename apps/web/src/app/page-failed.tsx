import type { ErrorComponentProps } from '@tanstack/react-router'
import { PartFailure } from '../lib/parts/part-failure.tsx'

/** A screen that broke; the shell around it stays. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  return <PartFailure title="This screen could not be shown" error={error} reset={reset} />
}
