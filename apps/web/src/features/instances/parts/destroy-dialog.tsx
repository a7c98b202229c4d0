import type { Instance } from '@gridloom/contract/instances/instance'
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx'
import { Money } from '../../../ui/components/money.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useDestroyInstance } from '../api/destroy-instance.ts'
import { instanceName } from '../instance-words.ts'

interface DestroyDialogProps {
  instance: Instance
  opened: boolean
  onClose: () => void
}

/** Asks before an instance is destroyed and lists what is lost permanently. */
export function DestroyDialog({ instance, opened, onClose }: DestroyDialogProps) {
  const destroy = useDestroyInstance(instance.id)
  const keepsDisk = instance.state === 'running'

  function leave(): void {
    onClose()
    destroy.reset()
  }

  return (
    <ConfirmDialog
      opened={opened}
      title={`Destroy ${instanceName(instance)}?`}
      confirmWord="Delete permanently"
      busy={destroy.isPending}
      problem={destroy.error ? describeError(destroy.error).text : undefined}
      onConfirm={() => destroy.mutate(undefined, { onSuccess: onClose })}
      onClose={leave}
    >
      This permanently deletes the container, its <strong>{instance.disk_gb} GB disk</strong>, logs
      and metrics. This can’t be undone. The receipt of <Money microUsd={instance.cost_micro_usd} />{' '}
      is kept.
      {instance.volumes.length > 0 && ' Its volumes stay.'}
      {keepsDisk && ' To keep the disk, stop it instead.'}
    </ConfirmDialog>
  )
}
