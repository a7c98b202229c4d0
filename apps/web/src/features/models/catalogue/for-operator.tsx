import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useIsOperator } from '../../../shared/auth/use-is-operator.ts'
import { PartFailure } from '../../../ui/components/lazy-part-error.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'

/** Adds a model to the catalogue. */
export const AddModel = lazyPart(async () => (await import('./add-model.tsx')).AddModel)
/** Edits a model of the catalogue, or removes it. */
export const EditModel = lazyPart(async () => (await import('./edit-model.tsx')).EditModel)

/** Renders its children for the operator only; other users never load their code. */
export function ForOperator({ children }: { children: ReactNode }) {
  if (!useIsOperator()) return null
  return (
    <CatchBoundary getResetKey={() => 'catalogue'} errorComponent={Failed}>
      <Suspense fallback={null}>{children}</Suspense>
    </CatchBoundary>
  )
}

function Failed({ error, reset }: ErrorComponentProps) {
  return <PartFailure title="The catalogue can’t be changed" error={error} reset={reset} />
}
