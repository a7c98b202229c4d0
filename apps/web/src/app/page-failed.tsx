import type { ErrorComponentProps } from '@tanstack/react-router'
import { Page } from '../lib/parts/page.tsx'
import { PartFailure } from '../lib/parts/part-failure.tsx'

/** A screen that broke; the shell around it stays. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="Not shown">
      <PartFailure title="This screen could not be shown" error={error} reset={reset} />
    </Page>
  )
}
