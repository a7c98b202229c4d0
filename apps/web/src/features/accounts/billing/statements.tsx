import { IconReceipt2 } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { instancesQuery } from '../../../api/queries.ts'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'
import { Pages } from '../../../ui/components/pages.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { SkeletonRows } from '../../../ui/components/skeletons.tsx'
import { EmptyState, ErrorState } from '../../../ui/components/states.tsx'
import { plural } from '../../../ui/format/numbers.ts'
import { StatementTable } from './statement-table.tsx'

const pageSize = 20

/** The transactions of the account, newest first. */
export function Statements() {
  const client = useClient()
  const [page, setPage] = useState(1)
  const statements = useQuery({
    queryKey: keys.ledgerPage(page),
    queryFn: ({ signal }) =>
      client.ledger.statements({ query: { page, page_size: pageSize }, signal }),
    placeholderData: keepPreviousData,
  })
  const labels = useInstanceLabels()
  const total = statements.data?.total ?? 0
  return (
    <Section title="Ledger" note={total > 0 && plural(total, 'transaction')} inset="flush">
      {statements.isPending && <SkeletonRows rows={8} rowHeight={40} label="Loading the ledger" />}
      {statements.isError && (
        <ErrorState
          title="The ledger could not be loaded"
          error={statements.error}
          retry={() => statements.refetch()}
        />
      )}
      {statements.data && total === 0 && (
        <EmptyState icon={<IconReceipt2 size={20} stroke={1.6} />} title="No transactions yet">
          Credit, holds, charges and earnings appear here.
        </EmptyState>
      )}
      {statements.data && total > 0 && (
        <StatementTable statements={statements.data.statements} labels={labels} />
      )}
      <Pages page={page} total={total} pageSize={pageSize} turnTo={setPage} />
    </Section>
  )
}

/** Loads the labels of the user's instances. The table is useful without them, so a failure to load is not shown. */
function useInstanceLabels(): ReadonlyMap<string, string> {
  const { data: instances = [] } = useQuery(instancesQuery(useClient(), 'all'))
  return new Map(instances.map(({ id, label, template_name: template }) => [id, label || template]))
}
