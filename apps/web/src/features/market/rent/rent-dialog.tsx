import type { InstanceId, TemplateId } from '@gridloom/contract/core/ids'
import type { Offer } from '@gridloom/contract/market/offer'
import { useMediaQuery } from '@mantine/hooks'
import { Suspense, useState } from 'react'
import { hardwareName } from '../../../shared/market/hardware-name.ts'
import { Modal } from '../../../ui/components/dialog.tsx'
import { SkeletonBlock } from '../../../ui/components/skeletons.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { emptyDraft, type RentDraft } from './rent-draft.ts'

const RentForm = lazyPart(async () => (await import('./rent-form.tsx')).RentForm)

interface RentDialogProps {
  offer: Offer | undefined
  /** The disk size in the market's prices, in GB. */
  usualDiskGb: number
  /** The template of the market's URL. */
  namedTemplate: TemplateId | undefined
  /** Switches to another offer and keeps the input. */
  onSwitch: (offer: Offer) => void
  onClose: () => void
  onRented: (id: InstanceId) => void
}

/** Dialog to rent an offer: image, size and price. The input outlives the offer and the dialog. */
export function RentDialog({ offer, onSwitch, onClose, onRented, ...request }: RentDialogProps) {
  const [draft, setDraft] = useState<RentDraft>(emptyDraft)
  const narrow = useMediaQuery('(max-width: 820px)') ?? false
  return (
    <Modal
      opened={offer !== undefined}
      onClose={onClose}
      title={offer ? `Rent ${hardwareName(offer)} on ${offer.machine_name}` : ''}
      size={960}
      fullScreen={narrow}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {offer && (
        <Suspense fallback={<SkeletonBlock height={480} label="Loading the order" />}>
          <RentForm
            offer={offer}
            draft={draft}
            {...request}
            layout={narrow ? 'narrow' : 'wide'}
            onDraft={setDraft}
            onSwitch={onSwitch}
            onRented={(id) => {
              setDraft(emptyDraft)
              onRented(id)
            }}
          />
        </Suspense>
      )}
    </Modal>
  )
}
