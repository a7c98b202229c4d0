import type { Reconciliation } from '@gridloom/contract/reconciliation/reconciliation'
import { Button } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useClient } from '../../api/runtime.tsx'
import { AsCode } from '../../ui/components/as-code.tsx'
import { Page } from '../../ui/components/page.tsx'
import { Section } from '../../ui/components/section.tsx'
import { SkeletonRows } from '../../ui/components/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/components/states.tsx'
import { OutsideTable } from './outside-table.tsx'
import styles from './reconciliation.module.css'
import { reconciliationsQuery, useRunReconciliation } from './reconciliation-api.ts'
import { reconciliationCode } from './reconciliation-code.ts'
import { RunTable } from './run-table.tsx'

/** `/operator/ledger-check`: the runs of the ledger check with their differences, and running it now. */
export function ReconciliationPage() {
  const list = useInfiniteQuery(reconciliationsQuery(useClient()))
  const run = useRunReconciliation()
  const runs = list.data?.pages.flatMap((page) => page.runs) ?? []
  const outsideSources = list.data?.pages[0]?.outside_sources ?? 0
  return (
    <Page
      title="Ledger check"
      lead="Every night, all records of money are compared to the micro-dollar."
      actions={
        <>
          <AsCode actions={reconciliationCode} />
          <Button variant="filled" loading={run.isPending} onClick={() => run.mutate()}>
            Run now
          </Button>
        </>
      }
    >
      {outsideSources > 0 && <Outside newest={runs[0]} />}
      <Section title="Runs" note="kept for 400 days" inset="flush">
        {list.isPending && <SkeletonRows rows={4} rowHeight={40} label="Loading ledger checks" />}
        {list.isError && (
          <ErrorState
            title="The ledger checks could not be loaded"
            error={list.error}
            retry={() => list.refetch()}
          />
        )}
        {list.data && runs.length === 0 && (
          <EmptyState icon={<IconScale size={20} stroke={1.6} />} title="No runs yet">
            The next check runs at 01:40 UTC.
          </EmptyState>
        )}
        {runs.length > 0 && <RunTable runs={runs} />}
        {list.hasNextPage && (
          <div className={styles.next}>
            <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Show older
            </Button>
          </div>
        )}
      </Section>
    </Page>
  )
}

function Outside({ newest }: { newest: Reconciliation | undefined }) {
  return (
    <Section title="Holdings outside" inset={newest?.outside.length ? 'flush' : 'padded'}>
      {!newest?.outside.length && 'Compared with the next run.'}
      {newest !== undefined && newest.outside.length > 0 && (
        <OutsideTable outside={newest.outside} />
      )}
    </Section>
  )
}
