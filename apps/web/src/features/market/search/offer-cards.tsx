import type { Offer } from '@gridloom/contract/market/offer'
import { hardwareName } from '../../../shared/market/hardware-name.ts'
import { HardwareMark } from '../../../ui/components/hardware-mark.tsx'
import { HourlyPrice } from '../../../ui/components/money.tsx'
import { SlotPips } from '../../../ui/components/slot-pips.tsx'
import { type ColumnName, usualColumns } from '../columns/column-list.ts'
import { columnTitle } from '../columns/column-title.ts'
import { CompareMark } from '../compare/compare-mark.tsx'
import { allInPrice } from '../offer-figures.ts'
import { ColumnValue } from './column-cell.tsx'
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
      <CardFacts offer={offer} columns={shown.columns} />
      <div className={styles.cardFoot}>
        <span className={styles.cardSlots}>
          <SlotPips count={offer.slots_free} total={offer.slots_total} shows="free" />
          {offer.availability === 'rented' && <RentedNote offer={offer} />}
        </span>
        <span className={styles.cardActs}>
          <CompareMark offer={offer} marks={shown.marks} label="Compare" />
          <RentButton offer={offer} onRent={shown.onRent} />
        </span>
      </div>
    </li>
  )
}

/** The usual facts of a card, and the columns that the user added. */
function CardFacts({ offer, columns }: { offer: Offer; columns: readonly ColumnName[] }) {
  const size: ColumnName = offer.vram_mib === null ? 'disk' : 'vram'
  const usual: ColumnName[] = ['vcpus', 'memory', size, 'cpu_score', 'uptime', 'trust']
  const added = columns.filter((name) => !usualColumns.includes(name))
  return (
    <dl className={styles.cardFacts}>
      {[...usual, ...added].map((name) => (
        <div key={name}>
          <dt>{columnTitle(name)}</dt>
          <dd>
            <ColumnValue offer={offer} name={name} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
