import type { App, AppSummary } from '@gridloom/contract/apps/app'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { Modal } from '../../../ui/components/dialog.tsx'
import { SkeletonBlock } from '../../../ui/components/skeletons.tsx'
import { ErrorState } from '../../../ui/components/states.tsx'
import { anyAppQuery } from '../api/operator-apps.ts'
import { AppForm } from './app-form.tsx'
import { AppPictures } from './app-pictures.tsx'

interface EditAppDialogProps {
  app: AppSummary | 'new'
  onClose: () => void
}

/** Adds an app, or edits one of the operator’s. */
export function EditAppDialog({ app, onClose }: EditAppDialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={app === 'new' ? 'Add app' : `Edit ${app.name}`}
      size={760}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {app === 'new' ? (
        <AppForm app={undefined} onClose={onClose} />
      ) : (
        <Existing slug={app.slug} onClose={onClose} />
      )}
    </Modal>
  )
}

function Existing({ slug, onClose }: { slug: App['slug']; onClose: () => void }) {
  const app = useQuery(anyAppQuery(useClient(), slug))
  if (app.data === undefined)
    return app.error ? (
      <ErrorState
        title="The app could not be loaded"
        error={app.error}
        retry={() => void app.refetch()}
      />
    ) : (
      <SkeletonBlock height={320} label="Loading the app" />
    )
  return (
    <>
      <AppPictures app={app.data} />
      <AppForm app={app.data} onClose={onClose} />
    </>
  )
}
