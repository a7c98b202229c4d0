import type { TemplateId } from '@gridloom/contract/core/ids'
import { formatOfferQuery } from '@gridloom/domain/market/format-query'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { filtersSentence } from '../../../shared/market/filter-text.ts'
import { Modal } from '../../../ui/components/dialog.tsx'
import type { SetFilters } from '../offer-search.ts'
import { type AutoOrderDraft, newAutoOrder } from './auto-order-draft.ts'
import { AutoOrderForm } from './auto-order-form.tsx'

interface AutoOrderDialogProps {
  opened: boolean
  filters: SetFilters
  usualDiskGb: number
  /** The template of the market's URL. */
  namedTemplate: TemplateId | undefined
  onClose: () => void
  onCreated: () => void
}

/** Rents the present search automatically: what to run, the price and the limits. */
export function AutoOrderDialog({ opened, onClose, ...request }: AutoOrderDialogProps) {
  const narrow = useMediaQuery('(max-width: 820px)') ?? false
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Rent automatically"
      size={720}
      fullScreen={narrow}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {opened && <NewAutoOrderForm onClose={onClose} {...request} />}
    </Modal>
  )
}

function NewAutoOrderForm({ filters, ...request }: Omit<AutoOrderDialogProps, 'opened'>) {
  const [draft, setDraft] = useState<AutoOrderDraft>(() =>
    newAutoOrder(filtersSentence(filters), formatOfferQuery(filters)),
  )
  return <AutoOrderForm draft={draft} onDraft={setDraft} {...request} />
}
