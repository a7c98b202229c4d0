import type { Volume } from '@gridloom/contract/volumes/volume'
import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useDeleteVolume } from '../../shared/volumes/api/volumes.ts'
import { ConfirmDialog } from '../../ui/components/confirm-dialog.tsx'
import { describeError } from '../../ui/format/error-texts.ts'

/** Deletes a volume, unless instances have it. */
export function DeleteVolume({ volume }: { volume: Volume }) {
  const [asked, setAsked] = useState<'yes' | 'no'>('no')
  const remove = useDeleteVolume(volume.id)
  if (volume.state === 'deleting') return null
  const isAttached = volume.attachments.length > 0
  const close = () => setAsked('no')
  return (
    <>
      <ActionIcon
        size={30}
        aria-label={`Delete ${volume.name}`}
        title={isAttached ? 'Destroy the instances that have it first' : undefined}
        disabled={isAttached}
        onClick={() => setAsked('yes')}
      >
        <IconTrash size={16} />
      </ActionIcon>
      {asked === 'yes' && (
        <ConfirmDialog
          opened
          title={`Delete ${volume.name}?`}
          confirmWord="Delete permanently"
          busy={remove.isPending}
          problem={remove.error ? describeError(remove.error).text : undefined}
          onConfirm={() => remove.mutate(undefined, { onSuccess: close })}
          onClose={close}
        >
          All data on this volume is deleted. This can’t be undone.
        </ConfirmDialog>
      )}
    </>
  )
}
