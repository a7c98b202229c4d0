import type { App } from '@gridloom/contract/apps/app'
import type { InstanceId, OfferId } from '@gridloom/contract/core/ids'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { Modal } from '../../../ui/components/dialog.tsx'
import { LaunchForm } from './launch-form.tsx'
import { LaunchProgress } from './launch-progress.tsx'

interface LaunchDialogProps {
  app: App
  /** The instance that was launched; `undefined`: none yet. */
  instanceId: InstanceId | undefined
  onLaunched: (id: InstanceId) => void
  /** Shows the form again. */
  onRetry: () => void
  onClose: () => void
}

/** From “Launch” to “Open” in one dialog. What was typed is kept for another try. */
export function LaunchDialog({ app, instanceId, onRetry, onClose, onLaunched }: LaunchDialogProps) {
  const narrow = useMediaQuery('(max-width: 640px)') ?? false
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [failedOn, setFailedOn] = useState<readonly OfferId[]>([])
  const [launchedOn, setLaunchedOn] = useState<OfferId>()
  return (
    <Modal
      opened
      onClose={onClose}
      title={instanceId === undefined ? `Launch ${app.name}` : app.name}
      size={560}
      fullScreen={narrow}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {instanceId === undefined ? (
        <LaunchForm
          app={app}
          values={values}
          except={failedOn}
          onValues={setValues}
          onLaunched={(id, offerId) => {
            setLaunchedOn(offerId)
            onLaunched(id)
          }}
        />
      ) : (
        <LaunchProgress
          id={instanceId}
          onOther={() => {
            if (launchedOn !== undefined) setFailedOn([...failedOn, launchedOn])
            onRetry()
          }}
        />
      )}
    </Modal>
  )
}
