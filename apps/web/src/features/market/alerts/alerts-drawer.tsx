import type { OfferAlert } from '@gridloom/contract/market/alert'
import { Button } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../../api/runtime.tsx'
import { filtersText } from '../../../shared/market/filter-words.ts'
import { Drawer } from '../../../ui/components/dialog.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { alertsQuery, useDeleteAlert } from '../api/alerts.ts'
import styles from './alerts-drawer.module.css'

/** The saved alerts of the active account, each with a button that deletes it. */
export function AlertsDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={460}
      title="Alerts"
      closeButtonProps={{ 'aria-label': 'Close alerts' }}
    >
      {opened && <Alerts onClose={onClose} />}
    </Drawer>
  )
}

function Alerts({ onClose }: { onClose: () => void }) {
  const alerts = useQuery(alertsQuery(useClient()))
  return (
    <Loaded query={alerts} what="your alerts" rows={4}>
      {(shown) =>
        shown.length === 0 ? (
          <EmptyState
            icon={<IconBell size={20} stroke={1.6} />}
            title="No alerts"
            action={
              <Button variant="filled" onClick={onClose}>
                Browse offers
              </Button>
            }
          >
            Select “Alert me” on a rented offer or an empty search to get an email when a matching
            offer is available.
          </EmptyState>
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
  const name = alert.offer_name ?? filtersText(alert.filters)
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
