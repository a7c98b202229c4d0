import { Pagination } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { formatCount } from '../../../ui/format/numbers.ts'
import styles from './activity.module.css'
import { ActivityTable } from './activity-table.tsx'
import { useActivityNames } from './use-activity-names.ts'

const pageSize = 20

/** The account's own audit log, paginated. */
export function ActivitySection() {
  const { page, activity, turnTo } = useActivityPages()
  const names = useActivityNames()
  const total = activity.data?.total ?? 0
  return (
    <Section title="Activity" note={total > 0 && entriesText(total)} inset="flush">
      <Loaded query={activity} what="your activity" rows={8}>
        {({ entries }) =>
          entries.length === 0 ? (
            <EmptyState icon={<IconHistory size={20} stroke={1.6} />} title="No activity yet">
              Changes to your account appear here, with their time, source and API key.
            </EmptyState>
          ) : (
            <ActivityTable entries={entries} names={names} />
          )
        }
      </Loaded>
      {total > pageSize && (
        <div className={styles.pages}>
          <Pagination
            size="sm"
            value={page}
            onChange={turnTo}
            total={Math.ceil(total / pageSize)}
            getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          />
        </div>
      )}
    </Section>
  )
}

function entriesText(count: number): string {
  return count === 1 ? '1 entry' : `${formatCount(count)} entries`
}

/** Pins later pages to the newest entry at the time page 1 was left, so that new entries do not shift them. */
function useActivityPages() {
  const client = useClient()
  const [{ page, upTo }, setPlace] = useState<{ page: number; upTo: string | undefined }>({
    page: 1,
    upTo: undefined,
  })
  const query = { page, page_size: pageSize, ...(upTo === undefined ? {} : { up_to: upTo }) }
  const activity = useQuery({
    queryKey: [...keys.details, 'audit', page, upTo],
    queryFn: ({ signal }) => client.audit.listOwn({ query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const latest = upTo ?? activity.data?.entries[0]?.id
  return {
    page,
    activity,
    turnTo: (next: number) => setPlace({ page: next, upTo: next === 1 ? undefined : latest }),
  }
}
