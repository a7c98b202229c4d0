import type { Granularity } from '@gridloom/contract/ledger/line'
import { Button, SegmentedControl, Switch } from '@mantine/core'
import { IconReceipt2 } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { SkeletonRows } from '../../../ui/components/skeletons.tsx'
import { EmptyState, ErrorState } from '../../../ui/components/states.tsx'
import { ExportCsv } from './export-csv.tsx'
import { LineRow } from './line-row.tsx'
import { formatNet, groupLines, lineKey } from './line-words.ts'
import styles from './lines.module.css'
import { linesQuery } from './lines-query.ts'
import { SignedStatement } from './signed-statement.tsx'

const granularities = [
  { value: 'day', label: 'By day' },
  { value: 'hour', label: 'By hour' },
  { value: 'transaction', label: 'All' },
] as const satisfies readonly { value: Granularity; label: string }[]

/** The account's transactions, summed by day or hour or one by one; holds are folded away. */
export function Transactions() {
  const [by, setBy] = useState<Granularity>('day')
  const [holds, setHolds] = useState(false)
  const lines = useInfiniteQuery({
    ...linesQuery(useClient(), { granularity: by, holds }),
    placeholderData: keepPreviousData,
  })
  const found = lines.data?.pages.flatMap((page) => page.lines) ?? []
  return (
    <Section
      title="Transactions"
      note="UTC"
      inset="flush"
      actions={
        <span className={styles.controls}>
          <SegmentedControl
            size="xs"
            aria-label="Group by"
            value={by}
            data={[...granularities]}
            onChange={setBy}
          />
          <Switch
            size="xs"
            label="Show holds"
            checked={holds}
            onChange={({ currentTarget }) => setHolds(currentTarget.checked)}
          />
          <ExportCsv />
          <SignedStatement />
        </span>
      }
    >
      {lines.isPending && <SkeletonRows rows={8} rowHeight={40} label="Loading transactions" />}
      {lines.isError && (
        <ErrorState
          title="The transactions could not be loaded"
          error={lines.error}
          retry={() => lines.refetch()}
        />
      )}
      {lines.data && found.length === 0 && (
        <EmptyState icon={<IconReceipt2 size={20} stroke={1.6} />} title="No transactions yet">
          Credit, charges and earnings appear here.
        </EmptyState>
      )}
      {groupLines(found, by).map((group) => (
        <section key={group.title} className={styles.group} aria-label={group.title}>
          <div className={styles.period}>
            <h3>{group.title}</h3>
            <span className="gl-num">{formatNet(group.lines)}</span>
          </div>
          <ul>
            {group.lines.map((line) => (
              <LineRow key={lineKey(line)} line={line} by={by} />
            ))}
          </ul>
        </section>
      ))}
      {lines.hasNextPage && (
        <div className={styles.next}>
          <Button loading={lines.isFetchingNextPage} onClick={() => void lines.fetchNextPage()}>
            Show older transactions
          </Button>
        </div>
      )}
    </Section>
  )
}
