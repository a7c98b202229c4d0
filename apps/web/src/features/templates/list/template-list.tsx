import { Button } from '@mantine/core'
import { IconTemplate } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { SkeletonRows } from '../../../ui/components/skeletons.tsx'
import { EmptyState, ErrorState } from '../../../ui/components/states.tsx'
import { templateListQuery } from '../api/template-lists.ts'
import { type ListAddress, type ShownList, toTemplateSearch } from './list-address.ts'
import { TemplateTable } from './template-table.tsx'
import styles from './templates.module.css'

interface TemplateListProps {
  address: ListAddress
  onTag: (tag: string) => void
  onClear: () => void
  /** The button that creates a template. */
  create: ReactNode
}

/** The templates that the URL asks for. */
export function TemplateList({ address, onTag, onClear, create }: TemplateListProps) {
  const search = toTemplateSearch(address)
  const templates = useInfiniteQuery(templateListQuery(useClient(), search))
  const found = templates.data?.pages.flat() ?? []
  const isFiltered = address.q !== '' || address.tag !== null
  return (
    <div className={styles.frame} data-fetching={templates.isPlaceholderData}>
      {templates.isPending && <SkeletonRows rows={6} rowHeight={68} label="Loading templates" />}
      {templates.isError && found.length === 0 && (
        <ErrorState
          title="The templates could not be loaded"
          error={templates.error}
          retry={() => void templates.refetch()}
        />
      )}
      {templates.data && found.length === 0 && isFiltered && <NoResults onClear={onClear} />}
      {templates.data && found.length === 0 && !isFiltered && (
        <NoTemplates list={address.list} create={create} />
      )}
      {found.length > 0 && <TemplateTable list={address.list} templates={found} onTag={onTag} />}
      {templates.hasNextPage && (
        <div className={styles.next}>
          <Button
            loading={templates.isFetchingNextPage}
            onClick={() => void templates.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </div>
  )
}

function NoResults({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState title="No results" action={<Button onClick={onClear}>Clear filters</Button>}>
      No template has all of these words and tags.
    </EmptyState>
  )
}

function NoTemplates({ list, create }: { list: ShownList; create: ReactNode }) {
  const icon = <IconTemplate size={20} stroke={1.6} />
  switch (list) {
    case 'own':
      return (
        <EmptyState icon={icon} title="No templates yet" action={create}>
          A template keeps an image with its settings, so that you can rent it again with one click
          or share it.
        </EmptyState>
      )
    case 'public':
      return (
        <EmptyState icon={icon} title="No public templates yet" action={create}>
          Templates that their authors publish appear here, the most used ones first.
        </EmptyState>
      )
    case 'predefined':
      return (
        <EmptyState icon={icon} title="No predefined templates">
          This installation has none.
        </EmptyState>
      )
  }
}
