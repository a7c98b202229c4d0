import { IconServer2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { plural } from '../../../lib/format/numbers.ts'
import { AsCode } from '../../../lib/parts/as-code.tsx'
import { Loaded } from '../../../lib/parts/loaded.tsx'
import { Page } from '../../../lib/parts/page.tsx'
import { Pages } from '../../../lib/parts/pages.tsx'
import { Section } from '../../../lib/parts/section.tsx'
import { EmptyState } from '../../../lib/parts/states.tsx'
import { useClient } from '../../../lib/runtime.tsx'
import { allMachinesQuery } from '../api/operator-queries.ts'
import styles from '../operator.module.css'
import { machinesCode } from '../operator-code.ts'
import type { ListSearch } from '../operator-search.ts'
import { SearchField } from '../search-field.tsx'
import { AllMachinesTable } from './all-machines-table.tsx'

const route = getRouteApi('/shell/operate/operator/machines')
const pageSize = 20

/** `/operator/machines`: every machine with its owner. What is looked for stands in the address. */
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
      lead="Every machine of the platform, the newest first."
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
              <EmptyState icon={<IconServer2 size={20} stroke={1.6} />} title="No machine found">
                Machines stand here from the moment that they are enrolled.
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
