import type { Offer } from '@gridloom/contract/offers'
import { formatMib } from '../../../lib/format/numbers.ts'
import { formatVcpus } from '../../../lib/format/vcpus.ts'
import { HourlyPrice } from '../../../lib/parts/money.tsx'
import { allInPrice, formatDisk, hardwareName } from '../offer-figures.ts'
import { MeasuredFigure } from './figure.tsx'
import { Heard } from './heard.tsx'
import styles from './offer-table.module.css'
import { type OffersShown, RentButton } from './offer-table.tsx'
import { SlotPips } from './slot-pips.tsx'

/** The market on a phone: one card an offer, price and button in reach of the thumb. */
export function OfferCards(shown: OffersShown) {
  return (
    <ul className={styles.cards} data-fetching={shown.fetching} aria-label="Offers">
      {shown.offers.map((offer) => (
        <OfferCard key={offer.id} offer={offer} shown={shown} />
      ))}
    </ul>
  )
}

function OfferCard({ offer, shown }: { offer: Offer; shown: OffersShown }) {
  const price = allInPrice(offer, { slots: 1, diskGb: shown.diskGb })
  return (
    <li className={styles.card}>
      <div className={styles.cardHead}>
        <div>
          <button type="button" className={styles.name} onClick={() => shown.onOpen(offer)}>
            {hardwareName(offer)}
          </button>
          <div className={styles.sub}>{offer.machine_name}</div>
        </div>
        <div className={styles.cardPrice}>
          <div className={styles.price}>
            <HourlyPrice microUsdPerHour={price.runningMicroUsdPerHour} />
          </div>
          <div className={styles.sub}>with {shown.diskGb} GB disk</div>
        </div>
      </div>
      <dl className={styles.cardFacts}>
        <div>
          <dt>vCPU</dt>
          <dd>{formatVcpus(offer.vcpus)}</dd>
        </div>
        <div>
          <dt>Memory</dt>
          <dd>{formatMib(offer.memory_mib)}</dd>
        </div>
        <div>
          <dt>{offer.vram_mib === null ? 'Disk free' : 'VRAM'}</dt>
          <dd>
            {offer.vram_mib === null
              ? `${formatDisk(offer.disk_free_gb)}`
              : formatMib(offer.vram_mib)}
          </dd>
        </div>
        <div>
          <dt>CPU score</dt>
          <dd>
            <MeasuredFigure offer={offer} kind="cpu_multi_mops" />
          </dd>
        </div>
        <div>
          <dt>Network ↓</dt>
          <dd>
            <MeasuredFigure offer={offer} kind="network_down_mbps" />
          </dd>
        </div>
        <div>
          <dt>Up, 24 h</dt>
          <dd>
            <Heard offer={offer} />
          </dd>
        </div>
      </dl>
      <div className={styles.cardFoot}>
        <SlotPips free={offer.slots_free} total={offer.slots_total} />
        <RentButton offer={offer} onRent={shown.onRent} />
      </div>
    </li>
  )
}
