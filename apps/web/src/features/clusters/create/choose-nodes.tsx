import type { OfferId } from '@gridloom/contract/core/ids'
import type { Offer } from '@gridloom/contract/market/offer'
import { NumberInput } from '@mantine/core'
import { HourlyPrice } from '../../../ui/components/money.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import styles from '../clusters.module.css'
import { type ClusterDraft, nodePrice, roomOf } from './create-draft.ts'

interface ChooseNodesProps {
  offers: readonly Offer[]
  draft: ClusterDraft
  onChange: (counts: ClusterDraft['counts']) => void
}

/** The cheapest offers that have room, with the number of nodes on each. */
export function ChooseNodes({ offers, draft, onChange }: ChooseNodesProps) {
  const shown = offers.filter((offer) => roomOf(offer, draft) > 0)
  if (shown.length === 0) {
    return (
      <EmptyState title="No machine available">
        No machine has enough free slots and disk space now. Choose a smaller size, or try again
        later.
      </EmptyState>
    )
  }
  const change = (id: OfferId, count: number) => onChange({ ...draft.counts, [id]: count })
  return shown.map((offer) => (
    <div key={offer.id} className={styles.offer}>
      <span className={styles.offerText}>
        <span className={styles.name}>{offer.machine_name}</span>
        <span className={styles.sub}> {offer.gpu_model ?? offer.cpu_model}</span>
      </span>
      <HourlyPrice microUsdPerHour={nodePrice(offer, draft)} />
      <NumberInput
        className={styles.count}
        size="xs"
        aria-label={`Nodes on ${offer.machine_name}`}
        min={0}
        max={roomOf(offer, draft)}
        clampBehavior="strict"
        allowDecimal={false}
        value={Math.min(draft.counts[offer.id] ?? 0, roomOf(offer, draft))}
        onChange={(count) => change(offer.id, Number(count) || 0)}
      />
    </div>
  ))
}
