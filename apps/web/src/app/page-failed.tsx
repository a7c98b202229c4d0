import type { ErrorComponentProps } from '@tanstack/react-router'
import { PartFailure } from '../ui/components/lazy-part-error.tsx'
import { Page } from '../ui/components/page.tsx'

/** A screen that broke; the shell around it stays. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="Not shown">
      <PartFailure title="This screen could not be shown" error={error} reset={reset} />
    </Page>
  )
}
