import { ApiError } from '@gridloom/client/api-error'
import type { ModelId } from '@gridloom/contract/models/model-id'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { EmptyState, ErrorState } from '../../ui/components/states.tsx'
import { useShownInPlace } from '../../ui/toasts/shown-errors.tsx'

interface NoModelProps {
  id: ModelId
  error: Error
  retry: () => void
}

/** Shown when the model is not found or could not be loaded. */
export function NoModel({ id, error, retry }: NoModelProps) {
  useShownInPlace(error)
  if (!(error instanceof ApiError && error.code === 'model_unknown'))
    return <ErrorState title="The model could not be loaded" error={error} retry={retry} />
  return (
    <EmptyState
      title={`Model ${id} not found`}
      action={
        <Button component={Link} to="/model-hub">
          See all models
        </Button>
      }
    >
      It may have been removed from the catalogue. Your chats with it stay in the history under All
      models.
    </EmptyState>
  )
}
