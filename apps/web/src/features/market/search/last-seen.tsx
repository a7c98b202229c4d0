import { machineSilentAfterMs } from '@gridloom/contract/core/constants'
import type { Offer } from '@gridloom/contract/market/offer'
import { StaleNote } from '../../../ui/components/time-ago.tsx'
import { UptimeBars } from '../../../ui/components/uptime-bars.tsx'
import { formatUptimePercent } from '../offer-figures.ts'
import styles from './offer-table.module.css'

/** Uptime of the machine over the last day, hour by hour, and when it was last seen if that is a while ago. */
export function LastSeen({ offer }: { offer: Offer }) {
  return (
    <>
      <div className="gl-num">
        {offer.uptime_percent === null ? (
          <span className={styles.none}>listed under 1&nbsp;h</span>
        ) : (
          formatUptimePercent(offer.uptime_percent)
        )}
      </div>
      <UptimeBars hours={offer.uptime_hours} />
      <div className={styles.sub}>
        {/* The market is fetched every 15 s: a shorter gap may be the page's own. */}
        <StaleNote lastSeenAt={offer.last_seen_at} staleAfterMs={machineSilentAfterMs} />
      </div>
    </>
  )
}
