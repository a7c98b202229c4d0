import type { InstanceId } from '@gridloom/contract/core/ids'
import type { FileEntry } from '@gridloom/contract/files/file-entry'
import type { FilePath } from '@gridloom/contract/files/file-path'
import { formatBytes } from '@gridloom/domain/format-bytes'
import { IconFile, IconFileSymlink, IconFolder } from '@tabler/icons-react'
import { useState } from 'react'
import { Cell, RowHead } from '../../../ui/components/table.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { FileActions } from './file-actions.tsx'
import { type FileDialog, FileDialogs } from './file-dialogs.tsx'
import { leadsToFile, leadsToFolder, modeText, shownName } from './file-words.ts'
import styles from './files-tab.module.css'

interface FileRowProps {
  instanceId: InstanceId
  path: FilePath
  entry: FileEntry
  access: 'read' | 'write'
  onOpen: (path: FilePath) => void
}

/** One entry: its name opens a folder, or a file in the editor. */
export function FileRow({ instanceId, path, entry, access, onOpen }: FileRowProps) {
  const [dialog, setDialog] = useState<FileDialog | null>(null)
  const isFolder = leadsToFolder(entry)
  const canOpen = isFolder || leadsToFile(entry)
  const open = () => (isFolder ? onOpen(path) : setDialog('edit'))
  return (
    <tr>
      <RowHead>
        <FileName entry={entry} onOpen={canOpen ? open : undefined} />
      </RowHead>
      <Cell label="Size" align="number">
        {entry.kind === 'file' ? formatBytes(entry.size_bytes) : '–'}
      </Cell>
      <Cell label="Modified">
        <TimeAgo at={entry.modified_at} />
      </Cell>
      <Cell label="Permissions">
        <span className="gl-mono">{modeText(entry.mode)}</span>
      </Cell>
      <Cell label="Owner">
        {entry.user ?? entry.user_id}:{entry.group ?? entry.group_id}
      </Cell>
      <Cell holds="corner">
        <FileActions
          instanceId={instanceId}
          path={path}
          entry={entry}
          access={access}
          onDialog={setDialog}
        />
        <FileDialogs
          instanceId={instanceId}
          path={path}
          entry={entry}
          access={access}
          dialog={dialog}
          onClose={() => setDialog(null)}
        />
      </Cell>
    </tr>
  )
}

function FileName({ entry, onOpen }: { entry: FileEntry; onOpen: (() => void) | undefined }) {
  const Icon =
    entry.kind === 'folder' ? IconFolder : entry.kind === 'symlink' ? IconFileSymlink : IconFile
  const content = (
    <>
      <Icon size={17} stroke={1.6} aria-hidden />
      <span>
        {shownName(entry.name)}
        {entry.target !== null && (
          <span className={styles.target}> → {shownName(entry.target)}</span>
        )}
      </span>
    </>
  )
  if (onOpen === undefined)
    return <span className={`${styles.name} ${styles.plain}`}>{content}</span>
  return (
    <button type="button" className={styles.name} onClick={onOpen}>
      {content}
    </button>
  )
}
