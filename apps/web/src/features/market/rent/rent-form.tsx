import type { InstanceId, TemplateId } from '@gridloom/contract/core/ids'
import type { Offer } from '@gridloom/contract/market/offer'
import type { FormEvent } from 'react'
import { NotIsolatedNote } from '../search/not-isolated.tsx'
import { AutomationFields } from './automation-fields.tsx'
import { BidFields } from './bid-fields.tsx'
import { bidPrice } from './bid-price.ts'
import { ExtrasFields } from './extras-fields.tsx'
import { ImageFields } from './image-fields.tsx'
import { OrderNotice } from './order-notice.tsx'
import { QuotePanel, RentSubmit } from './quote-panel.tsx'
import styles from './rent-dialog.module.css'
import type { RentDraft } from './rent-draft.ts'
import { ReservationField } from './reservation-field.tsx'
import { SizeFields } from './size-fields.tsx'
import { useRent } from './use-rent.ts'
import { VolumeFields } from './volume-fields.tsx'

interface RentFormProps {
  offer: Offer
  draft: RentDraft
  usualDiskGb: number
  /** The template of the market's URL. */
  namedTemplate: TemplateId | undefined
  layout: 'narrow' | 'wide'
  onDraft: (draft: RentDraft) => void
  onSwitch: (offer: Offer) => void
  onRented: (id: InstanceId) => void
}

/** The fields of an order beside its price, and the button that places it. */
export function RentForm({ offer, draft, layout, onDraft, onSwitch, ...request }: RentFormProps) {
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
      <RentSubmit rent={rent} bid={bidPrice(draft, { ...rent, offer })} />
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
        <ReservationField
          reservations={rent.reservations}
          chosen={rent.reservation}
          onChange={change}
        />
        {rent.reservation === undefined && (
          <BidFields offer={offer} draft={draft} wrong={rent.wrong} onChange={change} />
        )}
        <SizeFields offer={offer} rent={rent} onChange={change} />
        <VolumeFields offer={offer} draft={draft} wrong={rent.wrong} onChange={change} />
        <ExtrasFields draft={draft} wrong={rent.wrong} onChange={change} />
        <AutomationFields draft={draft} wrong={rent.wrong} onChange={change} />
      </div>
      <QuotePanel offer={offer} draft={draft} rent={rent} submit={layout === 'wide' && submit} />
      {layout === 'narrow' && <div className={styles.footer}>{submit}</div>}
    </form>
  )
}
