import type { FileSort } from '@gridloom/contract/files/file-entry'
import { NativeSelect } from '@mantine/core'
import type { ShownFolder } from '../api/files.ts'

const orders = [
  { value: 'name asc', label: 'Name' },
  { value: 'name desc', label: 'Name, Z to A' },
  { value: 'modified desc', label: 'Newest first' },
  { value: 'modified asc', label: 'Oldest first' },
  { value: 'size desc', label: 'Largest first' },
  { value: 'size asc', label: 'Smallest first' },
] as const satisfies readonly {
  value: `${FileSort} ${ShownFolder['order']}`
  label: string
}[]

interface SortSelectProps {
  folder: ShownFolder
  onSort: (sort: FileSort, order: ShownFolder['order']) => void
}

/** The order of a list of files. */
export function SortSelect({ folder, onSort }: SortSelectProps) {
  return (
    <NativeSelect
      aria-label="Sort by"
      size="xs"
      data={[...orders]}
      value={`${folder.sort} ${folder.order}`}
      onChange={(event) => {
        const chosen = orders.find(({ value }) => value === event.currentTarget.value)
        if (chosen !== undefined) onSort(...sortOf(chosen.value))
      }}
    />
  )
}

function sortOf(value: (typeof orders)[number]['value']): [FileSort, ShownFolder['order']] {
  const [sort, order] = value.split(' ')
  const known = (['name', 'size', 'modified'] as const).find((one) => one === sort)
  return [known ?? 'name', order === 'desc' ? 'desc' : 'asc']
}
