import { Button, Select } from '@mantine/core'
import { IconPhotoVideo } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useClient } from '../../api/runtime.tsx'
import { Page } from '../../ui/components/page.tsx'
import { SearchField } from '../../ui/components/search-field.tsx'
import { SkeletonRows } from '../../ui/components/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/components/states.tsx'
import type { LibrarySearch } from './library-search.ts'
import styles from './media.module.css'
import { libraryQuery } from './media-api.ts'
import { MediaGrid } from './media-grid.tsx'
import { conditionChoices, readCondition } from './media-words.ts'

const route = getRouteApi('/shell/ambassador/library')

/** `/ambassador/library`: media for posts, by title, kind and platform. */
export function LibraryPage() {
  const search: LibrarySearch = route.useSearch()
  const navigate = route.useNavigate()
  const { q = '', filter = 'all' } = search
  const list = useInfiniteQuery(libraryQuery(useClient(), { title: q, condition: filter }))
  const found = list.data?.pages.flatMap(({ media }) => media) ?? []
  const show = (next: LibrarySearch) =>
    void navigate({ search: { ...search, ...next }, replace: true })
  const isFiltered = q !== '' || filter !== 'all'
  return (
    <Page
      title="Library"
      lead="Videos, pictures and texts for your posts, with your referral link."
      actions={
        <div className={styles.filters}>
          <SearchField label="Search media" value={q} onSearch={(text) => show({ q: text })} />
          <Select
            aria-label="Filter"
            w={180}
            allowDeselect={false}
            data={conditionChoices}
            value={filter}
            onChange={(value) => show({ filter: readCondition(value) })}
          />
        </div>
      }
    >
      {list.isPending && <SkeletonRows rows={3} rowHeight={180} label="Loading the library" />}
      {list.isError && found.length === 0 && (
        <ErrorState
          title="The library could not be loaded"
          error={list.error}
          retry={() => void list.refetch()}
        />
      )}
      {list.data && found.length === 0 && (
        <EmptyState
          icon={<IconPhotoVideo size={20} stroke={1.6} />}
          title={isFiltered ? 'No results' : 'Nothing here yet'}
        >
          {isFiltered
            ? 'No media has this title and filter.'
            : 'Media that the operator publishes appears here.'}
        </EmptyState>
      )}
      {found.length > 0 && <MediaGrid media={found} />}
      {list.hasNextPage && (
        <div className={styles.next}>
          <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Load more
          </Button>
        </div>
      )}
    </Page>
  )
}
