import type { InstanceId } from '@gridloom/contract/core/ids'
import type { FileEntry, FileSort } from '@gridloom/contract/files/file-entry'
import { type FilePath, filePathIn } from '@gridloom/contract/files/file-path'
import { Button, NativeSelect } from '@mantine/core'
import { IconFolderOpen } from '@tabler/icons-react'
import { EmptyState } from '../../../ui/components/states.tsx'
import { Table } from '../../../ui/components/table.tsx'
import type { ShownFolder } from '../api/files.ts'
import { FileRow } from './file-row.tsx'
import styles from './files-tab.module.css'

interface FileTableProps {
  instanceId: InstanceId
  folder: ShownFolder
  access: 'read' | 'write'
  entries: readonly FileEntry[]
  /** The next page, where there is one. */
  more: { busy: boolean; load: () => void } | undefined
  onOpen: (path: FilePath) => void
  onSort: (sort: FileSort, order: ShownFolder['order']) => void
}

const columns = [
  { text: 'Name' },
  { text: 'Size', align: 'number' },
  { text: 'Modified' },
  { text: 'Permissions' },
  { text: 'Owner' },
  { text: 'Actions', head: 'hidden' },
] as const

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

/** The entries of a folder. */
export function FileTable({
  instanceId,
  folder,
  access,
  entries,
  more,
  onOpen,
  onSort,
}: FileTableProps) {
  if (entries.length === 0)
    return (
      <EmptyState icon={<IconFolderOpen size={20} stroke={1.6} />} title="This folder is empty">
        {access === 'write'
          ? 'Drop files and folders here, or choose Upload.'
          : 'Start the instance to upload files.'}
      </EmptyState>
    )
  return (
    <>
      <div className={styles.bar}>
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
      </div>
      <Table label="Files" columns={columns}>
        {entries.map((entry) => (
          <FileRow
            key={entry.name}
            instanceId={instanceId}
            path={filePathIn(folder.path, entry.name)}
            entry={entry}
            access={access}
            onOpen={onOpen}
          />
        ))}
      </Table>
      {more !== undefined && (
        <div className={styles.more}>
          <Button loading={more.busy} onClick={more.load}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}

function sortOf(value: (typeof orders)[number]['value']): [FileSort, ShownFolder['order']] {
  const [sort, order] = value.split(' ')
  const known = (['name', 'size', 'modified'] as const).find((one) => one === sort)
  return [known ?? 'name', order === 'desc' ? 'desc' : 'asc']
}
