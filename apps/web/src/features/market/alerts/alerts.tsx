import type { OfferAlert } from '@gridloom/contract/market/alert'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../../api/runtime.tsx'
import { filtersSentence } from '../../../shared/market/filter-text.ts'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { alertsQuery, useDeleteAlert } from '../api/alerts.ts'
import styles from './alerts.module.css'

/** The alerts of the active account that wait for an offer, each with a button that deletes it. */
export function Alerts() {
  const alerts = useQuery(alertsQuery(useClient()))
  return (
    <Loaded query={alerts} what="your alerts" rows={2}>
      {(shown) =>
        shown.length === 0 ? (
          <p className={styles.none}>
            No alerts. Select “Alert me” on a rented offer to get an email when it is available.
          </p>
        ) : (
          <ul className={styles.alerts}>
            {shown.map((alert) => (
              <AlertLine key={alert.id} alert={alert} />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

function AlertLine({ alert }: { alert: OfferAlert }) {
  const remove = useDeleteAlert()
  const name = alert.offer_name ?? filtersSentence(alert.filters)
  return (
    <li className={styles.alert}>
      <div className={styles.facts}>
        <div className={styles.name}>{name}</div>
        <div className={styles.sub}>
          <AlertState alert={alert} />
        </div>
      </div>
      <Button
        size="xs"
        aria-label={`Delete the alert for ${name}`}
        loading={remove.isPending}
        onClick={() => remove.mutate(alert.id)}
      >
        Delete
      </Button>
    </li>
  )
}

function AlertState({ alert }: { alert: OfferAlert }) {
  if (alert.sent_at === null) {
    return (
      <>
        Waiting · expires <TimeAgo at={alert.expires_at} />
      </>
    )
  }
  return (
    <>
      Sent <TimeAgo at={alert.sent_at} />
      {alert.sent_offer_id !== null && (
        <>
          {' · '}
          <Link to="/instance" search={{ offer: alert.sent_offer_id }}>
            View offer
          </Link>
        </>
      )}
    </>
  )
}
