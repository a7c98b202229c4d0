import { formatBytes } from '@gridloom/domain/format-bytes'
import { Button } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../api/runtime.tsx'
import { snapshotStorageQuery, snapshotsQuery } from '../../shared/snapshots/api/snapshots.ts'
import { SnapshotTable } from '../../shared/snapshots/snapshot-table.tsx'
import styles from '../../shared/snapshots/snapshots.module.css'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Page } from '../../ui/components/page.tsx'
import { Section } from '../../ui/components/section.tsx'
import { EmptyState } from '../../ui/components/states.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { formatMoney } from '../../ui/format/money.ts'

/** `/snapshots`: all snapshots of the account, with the price of their storage. */
export function SnapshotsPage() {
  const snapshots = useQuery(snapshotsQuery(useClient()))
  return (
    <Page
      title="Snapshots"
      lead="The disks of instances, stored. Start a new instance from one on any machine."
    >
      <div className={styles.stack}>
        <Storage />
        <Section title="Snapshots" inset="flush">
          <Loaded query={snapshots} what="your snapshots">
            {(list) =>
              list.length === 0 ? (
                <EmptyState
                  icon={<IconCamera size={20} stroke={1.6} />}
                  title="No snapshots yet"
                  action={
                    <Button component={Link} to="/instance/myinstance">
                      My instances
                    </Button>
                  }
                >
                  Open an instance and create a snapshot in its Snapshots tab.
                </EmptyState>
              ) : (
                <SnapshotTable snapshots={list} />
              )
            }
          </Loaded>
        </Section>
      </div>
    </Page>
  )
}

function Storage() {
  const storage = useQuery(snapshotStorageQuery(useClient())).data
  if (storage === undefined || storage.stored_bytes === 0) return null
  return (
    <p className={styles.text} role="status">
      {formatBytes(storage.stored_bytes)} stored for {formatMoney(storage.micro_usd_per_month)} a
      month ({formatMoney(storage.micro_usd_per_gb_month)} per GB). Files that several snapshots
      share count once.
      {storage.kept_until !== null && (
        <strong>
          {' '}
          The balance is used up: all snapshots are deleted <TimeAgo at={storage.kept_until} />{' '}
          unless you add funds.
        </strong>
      )}
    </p>
  )
}
