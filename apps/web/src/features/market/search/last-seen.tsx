import type { Offer } from '@gridloom/contract/market/offer'
import { StaleNote, TimeAgo } from '../../../ui/components/time-ago.tsx'
import { formatUptime } from '../offer-figures.ts'
import styles from './offer-table.module.css'

/** Uptime of the machine over the last day, and when it was last seen. */
export function LastSeen({ offer }: { offer: Offer }) {
  return (
    <>
      <div className="gl-num">
        {offer.uptime_percent === null ? (
          <span className={styles.none}>listed under 1 h</span>
        ) : (
          formatUptime(offer.uptime_percent)
        )}
      </div>
      <div className={styles.sub}>
        {offer.last_seen_at === null ? (
          <StaleNote lastSeenAt={null} />
        ) : (
          <>
            seen <TimeAgo at={offer.last_seen_at} />
          </>
        )}
      </div>
    </>
  )
}
