import type { Snapshot } from '@gridloom/contract/snapshots/snapshot'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/components/confirm-dialog.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import { useDeleteSnapshot } from './api/snapshots.ts'
import { RenameDialog } from './rename-dialog.tsx'
import { RestoreDialog } from './restore-dialog.tsx'

type Open = 'restore' | 'rename' | 'delete' | null

/** Starts an instance from a snapshot, renames it, and deletes it. */
export function SnapshotMenu({ snapshot }: { snapshot: Snapshot }) {
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  if (snapshot.state === 'deleting') return null
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={30} aria-label={`Actions of ${snapshot.name}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {snapshot.state === 'ready' && (
            <Menu.Item onClick={() => setOpen('restore')}>Start instance</Menu.Item>
          )}
          <Menu.Item onClick={() => setOpen('rename')}>Rename</Menu.Item>
          <Menu.Item color="red" onClick={() => setOpen('delete')}>
            {snapshot.state === 'creating' ? 'Cancel' : 'Delete'}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'restore' && <RestoreDialog snapshot={snapshot} close={close} />}
      {open === 'rename' && <RenameDialog snapshot={snapshot} close={close} />}
      {open === 'delete' && <DeleteDialog snapshot={snapshot} close={close} />}
    </>
  )
}

function DeleteDialog({ snapshot, close }: { snapshot: Snapshot; close: () => void }) {
  const remove = useDeleteSnapshot(snapshot.id)
  return (
    <ConfirmDialog
      opened
      title={`Delete ${snapshot.name}?`}
      confirmWord="Delete permanently"
      busy={remove.isPending}
      problem={remove.error ? describeError(remove.error).text : undefined}
      onConfirm={() => remove.mutate(undefined, { onSuccess: close })}
      onClose={close}
    >
      The files of this snapshot are deleted. This can’t be undone. Instances that were started from
      it keep running.
    </ConfirmDialog>
  )
}
