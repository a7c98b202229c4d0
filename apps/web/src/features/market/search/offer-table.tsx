import type { Offer } from '@gridloom/contract/market/offer'
import type { OfferSort } from '@gridloom/contract/market/offer-filters'
import { Button } from '@mantine/core'
import { PriceLine } from '../../../shared/machines/price-line.tsx'
import { HardwareMark } from '../../../ui/components/hardware-mark.tsx'
import { HourlyPrice } from '../../../ui/components/money.tsx'
import { isRowPress } from '../../../ui/components/row-press.ts'
import { SlotPips } from '../../../ui/components/slot-pips.tsx'
import { formatMib } from '../../../ui/format/numbers.ts'
import { formatVcpus } from '../../../ui/format/vcpus.ts'
import { AlertButton } from '../alerts/alert-button.tsx'
import { allInPrice, formatDisk, hardwareName } from '../offer-figures.ts'
import type { OffersSearch } from '../offer-search.ts'
import { MeasuredFigure } from './figure.tsx'
import { LastSeen } from './last-seen.tsx'
import { NotIsolatedBadge } from './not-isolated.tsx'
import styles from './offer-table.module.css'
import { OfferTableHead } from './offer-table-head.tsx'
import { RentedNote } from './rented-note.tsx'

/** Props shared by the table and the cards of the market. */
export interface OffersShown {
  offers: readonly Offer[]
  /** Offers that match but are rented; they follow the free ones. */
  rented: readonly Offer[]
  /** How many such offers there are, shown or not. */
  rentedTotal: number
  search: OffersSearch
  /** The disk size in every price, in GB. */
  diskGb: number
  openOfferId: string | undefined
  /** Whether newer data is loading. */
  fetching: boolean
  onOpen: (offer: Offer) => void
  onRent: (offer: Offer) => void
}

interface OfferTableProps extends OffersShown {
  onSort: (sort: OfferSort) => void
}

/** The market on a wide screen: claims, benchmarks and price of each offer in one row. */
export function OfferTable({ onSort, ...shown }: OfferTableProps) {
  return (
    <section className={styles.frame} data-fetching={shown.fetching} aria-label="Offers">
      <table className={styles.table}>
        <OfferTableHead search={shown.search} diskGb={shown.diskGb} onSort={onSort} />
        <tbody>
          {shown.offers.map((offer) => (
            <OfferRow key={offer.id} offer={offer} shown={shown} />
          ))}
        </tbody>
        {shown.rented.length > 0 && (
          <tbody className={styles.rented}>
            <tr className={styles.rentedHead}>
              <th colSpan={12} scope="rowgroup">
                {rentedHeading(shown)}
              </th>
            </tr>
            {shown.rented.map((offer) => (
              <OfferRow key={offer.id} offer={offer} shown={shown} />
            ))}
          </tbody>
        )}
      </table>
    </section>
  )
}

/** Names the rented offers, and how many of them are shown. */
export function rentedHeading({ rented, rentedTotal }: OffersShown): string {
  if (rented.length >= rentedTotal) return `Rented right now · ${rentedTotal}`
  return `Rented right now · first ${rented.length} of ${rentedTotal}`
}

function OfferRow({ offer, shown }: { offer: Offer; shown: OffersShown }) {
  const price = allInPrice(offer, { slots: 1, diskGb: shown.diskGb })
  return (
    // @NOTE the whole row is clickable for pointers; keyboards and screen readers use the button of the name
    <tr
      data-open={offer.id === shown.openOfferId}
      onClick={(event) => isRowPress(event) && shown.onOpen(offer)}
    >
      <td>
        <div className={styles.hardware}>
          <HardwareMark model={offer.gpu_model ?? offer.cpu_model} kind={offer.kind} />
          <div>
            <button
              type="button"
              className={styles.name}
              aria-haspopup="dialog"
              onClick={() => shown.onOpen(offer)}
            >
              {hardwareName(offer)}
            </button>
            <div className={styles.sub}>{offer.machine_name}</div>
            <NotIsolatedBadge offer={offer} />
          </div>
        </div>
      </td>
      <ClaimedCells offer={offer} />
      <MeasuredCells offer={offer} />
      <td className={styles.number}>
        <div className={styles.priced}>
          <span className={styles.optional}>
            <PriceLine days={offer.price_days} />
          </span>
          <div>
            <div className={styles.price}>
              <HourlyPrice microUsdPerHour={price.runningMicroUsdPerHour} />
            </div>
            <div className={styles.sub}>
              disk <HourlyPrice microUsdPerHour={price.diskMicroUsdPerHour} />
            </div>
          </div>
        </div>
      </td>
      <td className={styles.number}>
        <RentButton offer={offer} onRent={shown.onRent} />
      </td>
    </tr>
  )
}

function ClaimedCells({ offer }: { offer: Offer }) {
  const number = styles.number
  return (
    <>
      <td className={number}>{offer.vram_mib === null ? <None /> : formatMib(offer.vram_mib)}</td>
      <td className={number}>{formatVcpus(offer.vcpus)}</td>
      <td className={number}>{formatMib(offer.memory_mib)}</td>
      <td className={number}>{formatDisk(offer.disk_free_gb)}</td>
      <td>
        <SlotPips count={offer.slots_free} total={offer.slots_total} shows="free" />
        {offer.availability === 'rented' && (
          <div>
            <RentedNote offer={offer} />
          </div>
        )}
      </td>
    </>
  )
}

function MeasuredCells({ offer }: { offer: Offer }) {
  const measured = `${styles.number} ${styles.measured}`
  return (
    <>
      <td className={measured}>
        <MeasuredFigure offer={offer} kind="cpu_multi_mops" />
      </td>
      <td className={`${measured} ${styles.optional}`}>
        <MeasuredFigure offer={offer} kind="disk_write_mb_s" />
      </td>
      <td className={measured}>
        <MeasuredFigure offer={offer} kind="network_down_mbps" />
      </td>
      <td className={styles.measured}>
        <LastSeen offer={offer} />
      </td>
    </>
  )
}

/** Opens the rent dialog; saves an alert where every slot is rented. */
export function RentButton({ offer, onRent }: { offer: Offer; onRent: (offer: Offer) => void }) {
  if (offer.availability === 'rented') {
    const label = `Alert me when ${hardwareName(offer)} on ${offer.machine_name} is available`
    return <AlertButton wanted={{ offer_id: offer.id }} label={label} />
  }
  return (
    <Button
      size="xs"
      variant="light"
      disabled={offer.slots_free === 0}
      aria-label={`Rent ${hardwareName(offer)} on ${offer.machine_name}`}
      onClick={() => onRent(offer)}
    >
      Rent
    </Button>
  )
}

function None() {
  return <span className={styles.none}>–</span>
}
