import type { FilePath } from '@gridloom/contract/files/file-path'
import type { Instance } from '@gridloom/contract/instances/instance'
import { useMediaQuery } from '@mantine/hooks'
import { IconFolderOff } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { SkeletonRows } from '../../../ui/components/skeletons.tsx'
import { EmptyState, ErrorState } from '../../../ui/components/states.tsx'
import { plural } from '../../../ui/format/numbers.ts'
import { folderQuery, type ShownFolder } from '../api/files.ts'
import { DropFiles } from './drop-files.tsx'
import { FileTable } from './file-table.tsx'
import { FilesBar } from './files-bar.tsx'
import styles from './files-tab.module.css'
import { FolderTree } from './folder-tree.tsx'
import { UploadList } from './upload-list.tsx'
import type { FileUploads } from './use-file-uploads.ts'
import { useExpandedFolders } from './use-folder-tree.ts'

interface FilesTabProps {
  instance: Instance
  uploads: FileUploads
}

/** The files of an instance: browse, upload by drop, download, edit, rename, delete, permissions. */
export function FilesTab({ instance, uploads }: FilesTabProps) {
  const isReachable = instance.state === 'running' || instance.state === 'stopped'
  if (isReachable) return <Files instance={instance} uploads={uploads} />
  return (
    <Section title="Files">
      <EmptyState icon={<IconFolderOff size={20} stroke={1.6} />} title="No files to show">
        Files are available while the instance is running or stopped.
      </EmptyState>
    </Section>
  )
}

/** Below this, the way to the folder is shown above the list alone. */
const wideEnough = '(min-width: 1100px)'

function Files({ instance, uploads }: FilesTabProps) {
  const [folder, setFolder] = useState<ShownFolder>({ path: '/', sort: 'name', order: 'asc' })
  const listed = useInfiniteQuery(folderQuery(useClient(), instance.id, folder))
  const folders = useExpandedFolders()
  const hasTree = useMediaQuery(wideEnough, undefined, { getInitialValueInEffect: false }) ?? false
  const show = (next: ShownFolder) => {
    setFolder(next)
    folders.reveal(next.path)
  }
  const open = (path: FilePath) => show({ ...folder, path })
  const upload = (files: Parameters<FileUploads['add']>[1]) => uploads.add(folder.path, files)
  const pages = listed.data?.pages ?? []
  const total = pages[0]?.total
  const [access, setAccess] = useState<'write' | 'read'>(
    instance.state === 'running' ? 'write' : 'read',
  )
  const told = pages[0]?.access
  // Kept while the next folder is read: what can be done here does not depend on the folder.
  if (told !== undefined && told !== access) setAccess(told)
  // Where files can only be read, an engine reads all of a folder to list it, and would for each folder on the way.
  const withTree = hasTree && access === 'write'
  return (
    <div className={styles.stack}>
      <UploadList uploads={uploads} />
      <Section
        title="Files"
        inset="flush"
        note={total === undefined ? undefined : plural(total, 'entry')}
      >
        <DropFiles onFiles={upload} access={access}>
          <FilesBar
            instanceId={instance.id}
            folder={folder}
            access={access}
            onFolder={show}
            onFiles={upload}
          />
          {told === 'read' && (
            <p className={styles.note}>
              The instance is stopped, and its machine can’t change files then. Start it to change
              files.
            </p>
          )}
          <div className={styles.panes} data-tree={withTree}>
            {withTree && (
              <FolderTree
                instanceId={instance.id}
                path={folder.path}
                folders={folders}
                onOpen={open}
              />
            )}
            <div className={styles.list}>
              {listed.error !== null && pages.length === 0 && (
                <ErrorState
                  title="The folder could not be loaded"
                  error={listed.error}
                  retry={() => void listed.refetch()}
                />
              )}
              {listed.isPending && <SkeletonRows rows={6} label="Loading the folder" />}
              {pages.length > 0 && (
                <FileTable
                  instanceId={instance.id}
                  folder={folder}
                  access={access}
                  entries={pages.flatMap(({ entries }) => entries)}
                  more={
                    listed.hasNextPage
                      ? { busy: listed.isFetchingNextPage, load: () => void listed.fetchNextPage() }
                      : undefined
                  }
                  onOpen={open}
                />
              )}
            </div>
          </div>
        </DropFiles>
      </Section>
    </div>
  )
}
