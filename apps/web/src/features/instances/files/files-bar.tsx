import type { InstanceId } from '@gridloom/contract/core/ids'
import { type FilePath, filePathIn } from '@gridloom/contract/files/file-path'
import { Button, FileButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronRight, IconDownload, IconFolderPlus, IconUpload } from '@tabler/icons-react'
import { followDownload } from '../../../browser/follow-download.ts'
import { type ShownFolder, useDownloadFile } from '../api/files.ts'
import type { ChosenFile } from './chosen-files.ts'
import { shownName } from './file-words.ts'
import styles from './files-tab.module.css'
import { NewFolderDialog } from './name-dialogs.tsx'
import { SortSelect } from './sort-select.tsx'

interface FilesBarProps {
  instanceId: InstanceId
  folder: ShownFolder
  access: 'read' | 'write'
  onFolder: (folder: ShownFolder) => void
  onFiles: (files: readonly ChosenFile[]) => void
}

/** The way to the folder, and what can be done with it. */
export function FilesBar({ instanceId, folder, access, onFolder, onFiles }: FilesBarProps) {
  const [naming, name] = useDisclosure(false)
  const download = useDownloadFile(instanceId, followDownload)
  return (
    <div className={styles.bar}>
      <Crumbs path={folder.path} onOpen={(path) => onFolder({ ...folder, path })} />
      <div className={styles.actions}>
        <SortSelect
          folder={folder}
          onSort={(sort, order) => onFolder({ ...folder, sort, order })}
        />
        <Button
          size="xs"
          leftSection={<IconDownload size={14} />}
          loading={download.isPending}
          onClick={() => download.mutate({ path: folder.path, format: 'zip' })}
        >
          Download folder
        </Button>
        {access === 'write' && (
          <>
            <Button size="xs" leftSection={<IconFolderPlus size={14} />} onClick={name.open}>
              New folder
            </Button>
            <FileButton
              multiple
              onChange={(files) => onFiles(files.map((file) => ({ file, path: file.name })))}
            >
              {(props) => (
                <Button
                  size="xs"
                  variant="filled"
                  leftSection={<IconUpload size={14} />}
                  {...props}
                >
                  Upload
                </Button>
              )}
            </FileButton>
          </>
        )}
      </div>
      <NewFolderDialog
        instanceId={instanceId}
        folder={folder.path}
        opened={naming}
        onClose={name.close}
      />
    </div>
  )
}

function Crumbs({ path, onOpen }: { path: FilePath; onOpen: (path: FilePath) => void }) {
  const names = path === '/' ? [] : path.slice(1).split('/')
  const places = [
    { text: '/', path: '/' },
    ...names.map((name, at) => ({
      text: shownName(name),
      path: names.slice(0, at + 1).reduce(filePathIn, '/'),
    })),
  ]
  return (
    <nav aria-label="Folder">
      <ol className={styles.crumbs}>
        {places.map((place, at) => (
          <li key={place.path}>
            {at > 1 && <IconChevronRight size={14} stroke={1.6} aria-hidden />}
            <button
              type="button"
              className={styles.crumb}
              aria-current={place.path === path ? 'page' : undefined}
              onClick={() => onOpen(place.path)}
            >
              {place.text}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
