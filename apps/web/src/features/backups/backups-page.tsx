import { formatBytes } from '@gridloom/domain/format-bytes'
import { Button } from '@mantine/core'
import { IconArchive, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../api/runtime.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Page } from '../../ui/components/page.tsx'
import { Section } from '../../ui/components/section.tsx'
import { EmptyState } from '../../ui/components/states.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { formatMoney } from '../../ui/format/money.ts'
import { backupStorageQuery, backupsQuery } from './api/backups.ts'
import styles from './backups.module.css'
import { CreateBackupDialog } from './create-backup-dialog.tsx'
import { PlanTable } from './plan-table.tsx'

const route = getRouteApi('/shell/backups')

/** `/backups`: backup plans with their last runs; `?instance=`: of that instance, for a new plan. */
export function BackupsPage() {
  const { instance } = route.useSearch()
  const backups = useQuery(backupsQuery(useClient()))
  const [creating, setCreating] = useState<'open' | 'closed'>(instance ? 'open' : 'closed')
  return (
    <Page
      title="Backups"
      lead="Files of instances and volumes, encrypted with a password of yours, on a schedule. Restore them into any running instance, or into a volume."
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating('open')}>
          Create backup plan
        </Button>
      }
    >
      <div className={styles.stack}>
        <Storage />
        <Section title="Backup plans" inset="flush">
          <Loaded query={backups} what="your backups">
            {(list) =>
              list.length === 0 ? (
                <EmptyState icon={<IconArchive size={20} stroke={1.6} />} title="No backups yet">
                  Create a plan to back up folders of an instance, with Gridloom or in a bucket of
                  your own.
                </EmptyState>
              ) : (
                <PlanTable plans={list} />
              )
            }
          </Loaded>
        </Section>
      </div>
      {creating === 'open' && (
        <CreateBackupDialog instance={instance} close={() => setCreating('closed')} />
      )}
    </Page>
  )
}

function Storage() {
  const storage = useQuery(backupStorageQuery(useClient())).data
  if (storage === undefined || storage.stored_bytes === 0) return null
  return (
    <p className={styles.text} role="status">
      {formatBytes(storage.stored_bytes)} stored with Gridloom for{' '}
      {formatMoney(storage.micro_usd_per_month)} a month (
      {formatMoney(storage.micro_usd_per_gb_month)} per GB).
      {storage.kept_until !== null && (
        <strong>
          {' '}
          The balance is used up: all of it is deleted <TimeAgo at={storage.kept_until} /> unless
          you add funds.
        </strong>
      )}
    </p>
  )
}
