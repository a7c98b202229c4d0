import type { InstanceId } from '@gridloom/contract/core/ids'
import type { Offer } from '@gridloom/contract/market/offer'
import { useMediaQuery } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { Modal } from '../../../ui/components/dialog.tsx'
import { hardwareName } from '../offer-figures.ts'
import { NotIsolatedNote } from '../search/not-isolated.tsx'
import { ExtrasFields } from './extras-fields.tsx'
import { ImageFields } from './image-fields.tsx'
import { OrderNotice } from './order-notice.tsx'
import { QuotePanel, RentSubmit } from './quote-panel.tsx'
import styles from './rent-dialog.module.css'
import { emptyDraft, type RentDraft } from './rent-draft.ts'
import { SizeFields } from './size-fields.tsx'
import { useRent } from './use-rent.ts'

interface RentDialogProps {
  offer: Offer | undefined
  /** The disk size in the market's prices, in GB. */
  usualDiskGb: number
  /** Switches to another offer and keeps the input. */
  onSwitch: (offer: Offer) => void
  onClose: () => void
  onRented: (id: InstanceId) => void
}

/** Dialog to rent an offer: image, size and price. The input outlives the offer and the dialog. */
export function RentDialog({ offer, usualDiskGb, onSwitch, onClose, onRented }: RentDialogProps) {
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
        <RentForm
          offer={offer}
          draft={draft}
          usualDiskGb={usualDiskGb}
          layout={narrow ? 'narrow' : 'wide'}
          onDraft={setDraft}
          onSwitch={onSwitch}
          onRented={(id) => {
            setDraft(emptyDraft)
            onRented(id)
          }}
        />
      )}
    </Modal>
  )
}

interface RentFormProps {
  offer: Offer
  draft: RentDraft
  usualDiskGb: number
  layout: 'narrow' | 'wide'
  onDraft: (draft: RentDraft) => void
  onSwitch: (offer: Offer) => void
  onRented: (id: InstanceId) => void
}

function RentForm({ offer, draft, layout, onDraft, onSwitch, ...request }: RentFormProps) {
  const rent = useRent({ offer, draft, ...request })

  function change(part: Partial<RentDraft>): void {
    if (rent.refusal !== undefined) rent.forgetRefusal()
    onDraft({ ...draft, ...part })
  }
  function switchTo(next: Offer): void {
    rent.forgetRefusal()
    onSwitch(next)
  }
  const submit = (
    <>
      {rent.refusal && (
        <OrderNotice offer={offer} refusal={rent.refusal} rent={rent} onSwitch={switchTo} />
      )}
      <RentSubmit rent={rent} />
    </>
  )
  function rentIt(event: FormEvent): void {
    event.preventDefault()
    rent.rent()
  }

  return (
    <form className={styles.columns} noValidate onSubmit={rentIt}>
      <div className={styles.fields}>
        <NotIsolatedNote offer={offer} />
        <ImageFields offer={offer} draft={draft} rent={rent} onChange={change} />
        <SizeFields offer={offer} rent={rent} onChange={change} />
        <ExtrasFields draft={draft} wrong={rent.wrong} onChange={change} />
      </div>
      <QuotePanel offer={offer} draft={draft} rent={rent} submit={layout === 'wide' && submit} />
      {layout === 'narrow' && <div className={styles.footer}>{submit}</div>}
    </form>
  )
}
