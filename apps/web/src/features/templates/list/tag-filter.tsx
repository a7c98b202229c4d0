import { Select } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { templateListQuery } from '../api/template-lists.ts'
import { type ListAddress, toTemplateSearch } from './list-address.ts'

interface TagFilterProps {
  address: ListAddress
  onChange: (tag: string | null) => void
}

/** The tag that the listed templates have, out of the tags of those that are loaded. */
export function TagFilter({ address, onChange }: TagFilterProps) {
  const templates = useInfiniteQuery(templateListQuery(useClient(), toTemplateSearch(address)))
  const loaded = templates.data?.pages.flat().flatMap(({ tags }) => tags) ?? []
  const tags = [...new Set([...(address.tag === null ? [] : [address.tag]), ...loaded])].sort()
  return (
    <Select
      aria-label="Tag"
      placeholder="Any tag"
      clearable
      searchable
      w={170}
      nothingFoundMessage="No tags"
      data={tags}
      value={address.tag}
      onChange={onChange}
    />
  )
}
