import type { InstanceId } from '@gridloom/contract/core/ids'
import type { FileEntry } from '@gridloom/contract/files/file-entry'
import type { FilePath } from '@gridloom/contract/files/file-path'
import { mutateThen } from '../../../api/mutate-then.ts'
import { useToasts } from '../../../api/runtime.tsx'
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useRemoveFile } from '../api/files.ts'
import { EditDialog } from './edit-dialog.tsx'
import { shownName } from './file-words.ts'
import { ModeDialog } from './mode-dialog.tsx'
import { RenameDialog } from './name-dialogs.tsx'

export type FileDialog = 'edit' | 'rename' | 'mode' | 'remove'

interface FileDialogsProps {
  instanceId: InstanceId
  path: FilePath
  entry: FileEntry
  access: 'read' | 'write'
  /** `null`: closed. */
  dialog: FileDialog | null
  onClose: () => void
}

/** The dialogs of one entry. */
export function FileDialogs({
  instanceId,
  path,
  entry,
  access,
  dialog,
  onClose,
}: FileDialogsProps) {
  const one = { instanceId, path, onClose }
  return (
    <>
      <EditDialog {...one} access={access} opened={dialog === 'edit'} />
      <RenameDialog {...one} opened={dialog === 'rename'} />
      <ModeDialog {...one} mode={entry.mode} opened={dialog === 'mode'} />
      <RemoveDialog {...one} entry={entry} opened={dialog === 'remove'} />
    </>
  )
}

interface RemoveDialogProps {
  instanceId: InstanceId
  path: FilePath
  entry: FileEntry
  opened: boolean
  onClose: () => void
}

function RemoveDialog({ instanceId, path, entry, opened, onClose }: RemoveDialogProps) {
  const remove = useRemoveFile(instanceId)
  const toasts = useToasts()
  const name = shownName(entry.name)
  const leave = () => {
    remove.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={`Delete ${name}?`}
      confirmWord="Delete permanently"
      busy={remove.isPending}
      problem={remove.error ? describeError(remove.error).text : undefined}
      onConfirm={() =>
        mutateThen(remove, path, () => {
          toasts.show({ type: 'success', message: `${name} deleted` })
          onClose()
        })
      }
      onClose={leave}
    >
      {entry.kind === 'folder'
        ? 'This deletes the folder with everything in it. This can’t be undone.'
        : 'This can’t be undone.'}
    </ConfirmDialog>
  )
}
