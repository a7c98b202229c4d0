import { AppCategory } from '@gridloom/contract/apps/app'
import { Button, Tabs } from '@mantine/core'
import { IconApps } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useClient } from '../../../api/runtime.tsx'
import { categoryNames } from '../../../shared/apps/app-words.ts'
import { AsCode } from '../../../ui/components/as-code.tsx'
import { Page } from '../../../ui/components/page.tsx'
import { SearchField } from '../../../ui/components/search-field.tsx'
import { EmptyState, ErrorState } from '../../../ui/components/states.tsx'
import { appListQuery } from '../api/app-queries.ts'
import { storeCode } from '../app-code.ts'
import { AppCard, AppCardSkeleton } from './app-card.tsx'
import styles from './apps.module.css'
import { readStoreSearch, type StoreSearch } from './store-address.ts'

/** `/appStore`: apps that start with one click. */
export function AppsPage() {
  const search = readStoreSearch(useSearch({ strict: false }))
  const router = useRouter()
  function setSearch(change: { q?: string; category?: AppCategory | undefined }): void {
    // A search that is still due must not bring back a user who has opened an app meanwhile.
    if (router.latestLocation.pathname !== '/appStore') return
    const next = readStoreSearch({ ...search, ...change })
    void router.navigate({ to: '/appStore', search: next, replace: true })
  }
  return (
    <Page
      title="Apps"
      lead="Programs that start with one click on a machine you rent by the second."
      actions={<AsCode actions={storeCode(search)} />}
    >
      <Categories chosen={search.category} onChange={(category) => setSearch({ category })} />
      <SearchField label="Search apps" value={search.q ?? ''} onSearch={(q) => setSearch({ q })} />
      <AppGrid search={search} onClear={() => setSearch({ q: '', category: undefined })} />
    </Page>
  )
}

interface CategoriesProps {
  chosen: AppCategory | undefined
  onChange: (category: AppCategory | undefined) => void
}

function Categories({ chosen, onChange }: CategoriesProps) {
  return (
    <Tabs
      value={chosen ?? 'all'}
      onChange={(value) => onChange(AppCategory.options.find((one) => one === value))}
    >
      <Tabs.List className={styles.tabs} aria-label="Category">
        <Tabs.Tab value="all">All</Tabs.Tab>
        {AppCategory.options.map((category) => (
          <Tabs.Tab key={category} value={category}>
            {categoryNames[category]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  )
}

function AppGrid({ search, onClear }: { search: StoreSearch; onClear: () => void }) {
  const { q, category } = search
  const wanted = {
    ...(q === undefined ? {} : { search: q }),
    ...(category === undefined ? {} : { category }),
  }
  const apps = useQuery(appListQuery(useClient(), wanted))
  if (apps.isPending)
    return (
      <div className={styles.grid} role="status" aria-label="Loading apps">
        {['one', 'two', 'three', 'four', 'five', 'six'].map((key) => (
          <AppCardSkeleton key={key} />
        ))}
      </div>
    )
  if (apps.data === undefined)
    return (
      <div className={styles.frame}>
        <ErrorState
          title="The apps could not be loaded"
          error={apps.error}
          retry={() => void apps.refetch()}
        />
      </div>
    )
  if (apps.data.length === 0)
    return <NoApps isFiltered={q !== undefined || category !== undefined} onClear={onClear} />
  return (
    <ul className={styles.grid} aria-label="Apps" data-fetching={apps.isPlaceholderData}>
      {apps.data.map((app) => (
        <AppCard key={app.slug} app={app} />
      ))}
    </ul>
  )
}

function NoApps({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return (
    <div className={styles.frame}>
      {isFiltered ? (
        <EmptyState title="No results" action={<Button onClick={onClear}>Clear filters</Button>}>
          No app has all of these words.
        </EmptyState>
      ) : (
        <EmptyState icon={<IconApps size={20} stroke={1.6} />} title="No apps">
          The operator of this installation has hidden all apps.
        </EmptyState>
      )}
    </div>
  )
}
