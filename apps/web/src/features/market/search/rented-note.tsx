import type { Offer } from '@gridloom/contract/market/offer'
import { formatDurationShort } from '@gridloom/domain/format-duration'
import { useNow } from '../../../browser/clock.ts'
import { formatExact } from '../../../ui/format/times.ts'
import styles from './offer-table.module.css'

/** For how long all slots of an offer have been rented. Rentals have no end date, so none is promised. */
export function RentedNote({ offer }: { offer: Pick<Offer, 'rented_since'> }) {
  const nowMs = useNow()
  const { rented_since: since } = offer
  if (since === null) return <span className={styles.sub}>Rented</span>
  const seconds = Math.max(0, (nowMs - Date.parse(since)) / 1_000)
  return (
    <time className={styles.sub} dateTime={since} title={`since ${formatExact(since)}`}>
      Rented for {formatDurationShort(seconds)}
    </time>
  )
}
