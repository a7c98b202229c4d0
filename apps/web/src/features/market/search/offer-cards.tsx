import type { Offer } from '@gridloom/contract/market/offer'
import { HardwareMark } from '../../../ui/components/hardware-mark.tsx'
import { HourlyPrice } from '../../../ui/components/money.tsx'
import { SlotPips } from '../../../ui/components/slot-pips.tsx'
import { formatMib } from '../../../ui/format/numbers.ts'
import { formatVcpus } from '../../../ui/format/vcpus.ts'
import { allInPrice, formatDisk, hardwareName } from '../offer-figures.ts'
import { MeasuredFigure } from './figure.tsx'
import { LastSeen } from './last-seen.tsx'
import { NotIsolatedBadge } from './not-isolated.tsx'
import styles from './offer-table.module.css'
import { type OffersShown, RentButton, rentedHeading } from './offer-table.tsx'
import { RentedNote } from './rented-note.tsx'

/** The market on a phone: one card per offer, with price and button within thumb reach. */
export function OfferCards(shown: OffersShown) {
  return (
    <ul className={styles.cards} data-fetching={shown.fetching} aria-label="Offers">
      {shown.offers.map((offer) => (
        <OfferCard key={offer.id} offer={offer} shown={shown} />
      ))}
      {shown.rented.length > 0 && <li className={styles.cardsHead}>{rentedHeading(shown)}</li>}
      {shown.rented.map((offer) => (
        <OfferCard key={offer.id} offer={offer} shown={shown} />
      ))}
    </ul>
  )
}

function OfferCard({ offer, shown }: { offer: Offer; shown: OffersShown }) {
  const price = allInPrice(offer, { slots: 1, diskGb: shown.diskGb })
  return (
    <li className={styles.card} data-rented={offer.availability === 'rented'}>
      <div className={styles.cardHead}>
        <HardwareMark model={offer.gpu_model ?? offer.cpu_model} kind={offer.kind} />
        <div className={styles.cardName}>
          <button type="button" className={styles.name} onClick={() => shown.onOpen(offer)}>
            {hardwareName(offer)}
          </button>
          <div className={styles.sub}>{offer.machine_name}</div>
          <NotIsolatedBadge offer={offer} />
        </div>
        <div className={styles.cardPrice}>
          <div className={styles.price}>
            <HourlyPrice microUsdPerHour={price.runningMicroUsdPerHour} />
          </div>
          <div className={styles.sub}>with {shown.diskGb} GB disk</div>
        </div>
      </div>
      <CardFacts offer={offer} />
      <div className={styles.cardFoot}>
        <span className={styles.cardSlots}>
          <SlotPips count={offer.slots_free} total={offer.slots_total} shows="free" />
          {offer.availability === 'rented' && <RentedNote offer={offer} />}
        </span>
        <RentButton offer={offer} onRent={shown.onRent} />
      </div>
    </li>
  )
}

function CardFacts({ offer }: { offer: Offer }) {
  const facts = [
    { name: 'vCPU', value: formatVcpus(offer.vcpus) },
    { name: 'Memory', value: formatMib(offer.memory_mib) },
    offer.vram_mib === null
      ? { name: 'Disk free', value: formatDisk(offer.disk_free_gb) }
      : { name: 'VRAM', value: formatMib(offer.vram_mib) },
    { name: 'CPU score', value: <MeasuredFigure offer={offer} kind="cpu_multi_mops" /> },
    { name: 'Network ↓', value: <MeasuredFigure offer={offer} kind="network_down_mbps" /> },
    { name: 'Up, 24 h', value: <LastSeen offer={offer} /> },
  ]
  return (
    <dl className={styles.cardFacts}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
