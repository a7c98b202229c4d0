import type { Offer } from '@gridloom/contract/market/offer'
import type { SortedFieldName } from '@gridloom/contract/market/offer-filters'
import { Button } from '@mantine/core'
import { PriceLine } from '../../../shared/machines/price-line.tsx'
import { hardwareName } from '../../../shared/market/hardware-name.ts'
import { HardwareMark } from '../../../ui/components/hardware-mark.tsx'
import { HourlyPrice } from '../../../ui/components/money.tsx'
import { isRowPress } from '../../../ui/components/row-press.ts'
import { AlertButton } from '../alerts/alert-button.tsx'
import { areUsual, type ColumnName } from '../columns/column-list.ts'
import { CompareMark } from '../compare/compare-mark.tsx'
import type { CompareMarks } from '../compare/use-compare.ts'
import { allInPrice } from '../offer-figures.ts'
import type { OffersSearch } from '../offer-search.ts'
import { ColumnValue, columnClass } from './column-cell.tsx'
import { NotIsolatedBadge } from './not-isolated.tsx'
import styles from './offer-table.module.css'
import { OfferTableHead } from './offer-table-head.tsx'

/** Props shared by the table and the cards of the market. */
export interface OffersShown {
  offers: readonly Offer[]
  /** Offers that match but are rented; they follow the free ones. */
  rented: readonly Offer[]
  /** How many such offers there are, shown or not. */
  rentedTotal: number
  search: OffersSearch
  columns: readonly ColumnName[]
  marks: CompareMarks
  /** The disk size in every price, in GB. */
  diskGb: number
  openOfferId: string | undefined
  /** Whether newer data is loading. */
  fetching: boolean
  onOpen: (offer: Offer) => void
  onRent: (offer: Offer) => void
}

interface OfferTableProps extends OffersShown {
  onSort: (sort: SortedFieldName) => void
}

/** The market on a wide screen: claims, benchmarks and price of each offer in one row. */
export function OfferTable({ onSort, ...shown }: OfferTableProps) {
  return (
    <section className={styles.frame} data-fetching={shown.fetching} aria-label="Offers">
      <table className={styles.table} style={{ minWidth: widthOf(shown.columns) }}>
        <OfferTableHead
          search={shown.search}
          columns={shown.columns}
          diskGb={shown.diskGb}
          onSort={onSort}
        />
        <tbody>
          {shown.offers.map((offer) => (
            <OfferRow key={offer.id} offer={offer} shown={shown} />
          ))}
        </tbody>
        {shown.rented.length > 0 && (
          <tbody className={styles.rented}>
            <tr className={styles.rentedHead}>
              <th colSpan={shown.columns.length + 4} scope="rowgroup">
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

/** The least width in pixels at which no column is cut; the usual columns have theirs in the style sheet. */
function widthOf(columns: readonly ColumnName[]): number | undefined {
  return areUsual(columns) ? undefined : 480 + 92 * columns.length
}

/** Names the rented offers, and how many of them are shown. */
export function rentedHeading({ rented, rentedTotal }: OffersShown): string {
  if (rented.length >= rentedTotal) return `Rented right now · ${rentedTotal}`
  return `Rented right now · first ${rented.length} of ${rentedTotal}`
}

function OfferRow({ offer, shown }: { offer: Offer; shown: OffersShown }) {
  const price = allInPrice(offer, { slots: 1, diskGb: shown.diskGb })
  const usual = areUsual(shown.columns)
  return (
    // @NOTE the whole row is clickable for pointers; keyboards and screen readers use the button of the name
    <tr
      data-open={offer.id === shown.openOfferId}
      onClick={(event) => isRowPress(event) && shown.onOpen(offer)}
    >
      <td className={styles.mark}>
        <CompareMark offer={offer} marks={shown.marks} />
      </td>
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
      {shown.columns.map((name) => (
        <td key={name} className={columnClass(name, usual)}>
          <ColumnValue offer={offer} name={name} />
        </td>
      ))}
      <td className={styles.number}>
        <div className={styles.priced}>
          <span className={styles.spark}>
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
