import type { Offer } from '@gridloom/contract/market/offer'
import { NativeSelect, SegmentedControl } from '@mantine/core'
import { problemAt, type WrongFields } from '../../../ui/form/problem-at.ts'
import { UsdField } from '../../../ui/form/usd-field.tsx'
import { formatPerHour } from '../../../ui/format/money.ts'
import { usdOf } from '../../../ui/format/usd.ts'
import styles from './rent-dialog.module.css'
import type { RentDraft } from './rent-draft.ts'

interface BidFieldsProps {
  offer: Offer
  draft: RentDraft
  wrong: WrongFields
  onChange: (part: Partial<RentDraft>) => void
}

const ways = [
  { value: 'on_demand', label: 'On demand' },
  { value: 'interruptible', label: 'Interruptible' },
]

const signals: { value: RentDraft['interruptionSignal']; label: string }[] = [
  { value: 'usual', label: 'Default' },
  { value: 'SIGTERM', label: 'SIGTERM' },
  { value: 'none', label: 'None' },
]

/** The choice between the full price and a bid; nothing where the provider accepts no bids. */
export function BidFields({ offer, draft, wrong, onChange }: BidFieldsProps) {
  const paid = offer.bid_price_micro_usd_per_hour
  const { min_bid: lowest } = offer.facts
  if (paid === null || lowest === null) return null
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Price</legend>
      <SegmentedControl
        aria-label="Price"
        data={ways}
        value={draft.bidUsd === null ? 'on_demand' : 'interruptible'}
        onChange={(way) => onChange({ bidUsd: way === 'interruptible' ? usdOf(paid) : null })}
      />
      {draft.bidUsd !== null && (
        <>
          <UsdField
            label="Bid per slot and hour"
            description={`From ${formatPerHour(lowest)}. Bids pay ${formatPerHour(paid)} now; on demand a slot costs ${formatPerHour(offer.price_micro_usd_per_hour)}.`}
            value={draft.bidUsd}
            error={problemAt(wrong, 'bid_micro_usd_per_hour')}
            onChange={(value) =>
              onChange({ bidUsd: typeof value === 'bigint' ? Number(value) : value })
            }
          />
          <NativeSelect
            label="Signal before an interruption"
            description="Sent to the main process with the notice. By default SIGTERM for images with their own entrypoint, none for shell and Jupyter."
            value={draft.interruptionSignal}
            error={problemAt(wrong, 'interruption_signal')}
            data={signals}
            onChange={(event) => {
              const chosen = signals.find(({ value }) => value === event.currentTarget.value)
              if (chosen) onChange({ interruptionSignal: chosen.value })
            }}
          />
          <p className={styles.hint}>
            The most you pay. All bids pay one price: the highest bid that gets no slots, or the
            lowest one. An order at the full price or a higher bid stops the instance after 30
            seconds’ notice. Its disk is kept, and it starts again when its bid wins slots.
          </p>
        </>
      )}
    </fieldset>
  )
}
