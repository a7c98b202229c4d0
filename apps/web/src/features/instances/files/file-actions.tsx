import type { InstanceId } from '@gridloom/contract/core/ids'
import type { FileEntry } from '@gridloom/contract/files/file-entry'
import type { FilePath } from '@gridloom/contract/files/file-path'
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconDots,
  IconDownload,
  IconEdit,
  IconLock,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { followDownload } from '../../../browser/follow-download.ts'
import { useDownloadFile } from '../api/files.ts'
import type { FileDialog } from './file-dialogs.tsx'
import { leadsToFile, shownName } from './file-words.ts'

interface FileActionsProps {
  instanceId: InstanceId
  path: FilePath
  entry: FileEntry
  access: 'read' | 'write'
  onDialog: (dialog: FileDialog) => void
}

/** What can be done with one entry. */
export function FileActions({ instanceId, path, entry, access, onDialog }: FileActionsProps) {
  const download = useDownloadFile(instanceId, followDownload)
  const isFile = leadsToFile(entry)
  const isFolder = entry.kind === 'folder'
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          size={32}
          aria-label={`Actions for ${shownName(entry.name)}`}
          loading={download.isPending}
        >
          <IconDots size={17} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isFile && (
          <>
            <Menu.Item
              leftSection={<IconDownload size={15} />}
              onClick={() => download.mutate({ path, format: null })}
            >
              Download
            </Menu.Item>
            <Menu.Item leftSection={<IconEdit size={15} />} onClick={() => onDialog('edit')}>
              {access === 'write' ? 'Edit' : 'View'}
            </Menu.Item>
          </>
        )}
        {isFolder &&
          (['zip', 'tar.zst'] as const).map((format) => (
            <Menu.Item
              key={format}
              leftSection={<IconDownload size={15} />}
              onClick={() => download.mutate({ path, format })}
            >
              Download as {format}
            </Menu.Item>
          ))}
        {access === 'write' && (
          <>
            <Menu.Item leftSection={<IconPencil size={15} />} onClick={() => onDialog('rename')}>
              Rename
            </Menu.Item>
            {entry.kind !== 'symlink' && (
              <Menu.Item leftSection={<IconLock size={15} />} onClick={() => onDialog('mode')}>
                Permissions
              </Menu.Item>
            )}
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={15} />}
              onClick={() => onDialog('remove')}
            >
              Delete
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
