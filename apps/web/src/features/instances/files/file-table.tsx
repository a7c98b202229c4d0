import type { InstanceId } from '@gridloom/contract/core/ids'
import type { FileEntry } from '@gridloom/contract/files/file-entry'
import { type FilePath, filePathIn } from '@gridloom/contract/files/file-path'
import { Button } from '@mantine/core'
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
}

const columns = [
  { text: 'Name' },
  { text: 'Size', align: 'number' },
  { text: 'Modified' },
  { text: 'Permissions' },
  { text: 'Owner' },
  { text: 'Actions', head: 'hidden' },
] as const

/** The entries of a folder. */
export function FileTable({ instanceId, folder, access, entries, more, onOpen }: FileTableProps) {
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
