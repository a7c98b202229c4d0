import type { Model } from '@gridloom/contract/models/model'
import type { ReactNode } from 'react'
import { Drawer } from '../../ui/components/dialog.tsx'
import { ModelDetails } from './model-details.tsx'

interface ModelDrawerProps {
  model: Model | undefined
  onClose: () => void
  /** Actions on the model. */
  actions?: ReactNode
}

/** Drawer with the details of a model. */
export function ModelDrawer({ model, onClose, actions }: ModelDrawerProps) {
  return (
    <Drawer
      opened={model !== undefined}
      onClose={onClose}
      size={560}
      title={model?.name ?? 'Model'}
      closeButtonProps={{ 'aria-label': 'Close details' }}
    >
      {model && <ModelDetails model={model} actions={actions} />}
    </Drawer>
  )
}
