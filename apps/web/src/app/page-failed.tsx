import type { ErrorComponentProps } from '@tanstack/react-router'
import { PartFailure } from '../ui/components/lazy-part-error.tsx'
import { Page } from '../ui/components/page.tsx'

/** Replaces a screen that threw; the shell around it stays. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="Something went wrong">
      <PartFailure title="This page could not be displayed" error={error} reset={reset} />
    </Page>
  )
}
