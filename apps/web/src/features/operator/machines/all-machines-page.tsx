import { IconServer2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useClient } from '../../../api/runtime.tsx'
import { AsCode } from '../../../ui/components/as-code.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Page } from '../../../ui/components/page.tsx'
import { Pages } from '../../../ui/components/pages.tsx'
import { SearchField } from '../../../ui/components/search-field.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { plural } from '../../../ui/format/numbers.ts'
import { allMachinesQuery } from '../api/operator-queries.ts'
import styles from '../operator.module.css'
import { machinesCode } from '../operator-code.ts'
import type { ListSearch } from '../operator-search.ts'
import { AllMachinesTable } from './all-machines-table.tsx'

const route = getRouteApi('/shell/operate/operator/machines')
const pageSize = 20

/** `/operator/machines`: all machines with their owners. The search is in the URL. */
export function AllMachinesPage() {
  const { search, page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const machines = useQuery(
    allMachinesQuery(useClient(), {
      ...(search === undefined ? {} : { search }),
      page,
      page_size: pageSize,
    }),
  )
  const total = machines.data?.total ?? 0
  const turnTo = (next: ListSearch) => void navigate({ search: next, replace: true })
  return (
    <Page
      title="All machines"
      lead="Every machine on the platform, newest first."
      actions={<AsCode actions={machinesCode} />}
    >
      <div className={styles.filters}>
        <SearchField
          label="Machine or owner"
          value={search ?? ''}
          onSearch={(text) => turnTo({ search: text || undefined })}
        />
      </div>
      <Section title="Machines" note={total > 0 && plural(total, 'machine')} inset="flush">
        <Loaded query={machines} what="the machines" rows={6}>
          {(found) =>
            found.machines.length === 0 ? (
              <EmptyState icon={<IconServer2 size={20} stroke={1.6} />} title="No machines found">
                Machines appear here once providers add them.
              </EmptyState>
            ) : (
              <AllMachinesTable machines={found.machines} />
            )
          }
        </Loaded>
        <Pages
          page={page}
          total={total}
          pageSize={pageSize}
          turnTo={(next) => turnTo({ search, page: next })}
        />
      </Section>
    </Page>
  )
}
