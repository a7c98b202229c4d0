import type { BackupPlan } from '@gridloom/contract/backups/backup'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/components/confirm-dialog.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import { useCancelRun, useDeleteBackup, useRunBackup } from './api/backups.ts'
import { isOpen } from './backup-words.ts'
import { EditBackupDialog } from './edit-backup-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { PointsDialog } from './points-dialog.tsx'
import { RestoreBackupDialog } from './restore-backup-dialog.tsx'
import { RunsDialog } from './runs-dialog.tsx'

type Open = 'run' | 'cancel' | 'restore' | 'points' | 'runs' | 'edit' | 'password' | 'delete' | null

/** Runs, restores, changes and deletes a plan. */
export function PlanMenu({ plan }: { plan: BackupPlan }) {
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const running = plan.last_run !== null && isOpen(plan.last_run) ? plan.last_run : null
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={30} aria-label={`Actions of ${plan.name}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {running === null ? (
            <>
              <Menu.Item onClick={() => setOpen('run')}>Back up now</Menu.Item>
              <Menu.Item onClick={() => setOpen('restore')}>Restore</Menu.Item>
            </>
          ) : (
            <Menu.Item onClick={() => setOpen('cancel')}>
              Cancel {running.kind === 'restore' ? 'restore' : 'backup'}
            </Menu.Item>
          )}
          <Menu.Item onClick={() => setOpen('points')}>Recovery points</Menu.Item>
          <Menu.Item onClick={() => setOpen('runs')}>Runs</Menu.Item>
          <Menu.Item onClick={() => setOpen('edit')}>Edit</Menu.Item>
          <Menu.Item onClick={() => setOpen('password')}>Change password</Menu.Item>
          <Menu.Item color="red" onClick={() => setOpen('delete')}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'run' && <RunDialog plan={plan} close={close} />}
      {open === 'cancel' && running !== null && (
        <CancelDialog plan={plan} run={running} close={close} />
      )}
      {open === 'restore' && <RestoreBackupDialog plan={plan} close={close} />}
      {open === 'points' && <PointsDialog plan={plan} close={close} />}
      {open === 'runs' && <RunsDialog plan={plan} close={close} />}
      {open === 'edit' && <EditBackupDialog plan={plan} close={close} />}
      {open === 'password' && <PasswordDialog plan={plan} close={close} />}
      {open === 'delete' && <DeleteDialog plan={plan} close={close} />}
    </>
  )
}

interface PlanDialogProps {
  plan: BackupPlan
  close: () => void
}

function RunDialog({ plan, close }: PlanDialogProps) {
  const run = useRunBackup(plan.id)
  return (
    <ConfirmDialog
      opened
      title={`Back up ${plan.name} now?`}
      confirmWord="Back up now"
      busy={run.isPending}
      problem={run.error ? describeError(run.error).text : undefined}
      onConfirm={() => run.mutate(undefined, { onSuccess: close })}
      onClose={close}
    >
      {needOf(plan)} It is read at low priority.
    </ConfirmDialog>
  )
}

function needOf({ instance_label, volume_name, destination }: BackupPlan): string {
  if (volume_name === null) return `${instance_label} must be running.`
  return destination.kind === 's3'
    ? `A running instance must have ${volume_name} attached.`
    : `The machine of ${volume_name} must be online.`
}

function CancelDialog({
  plan,
  run,
  close,
}: PlanDialogProps & { run: NonNullable<BackupPlan['last_run']> }) {
  const cancel = useCancelRun(plan.id)
  return (
    <ConfirmDialog
      opened
      title={`Cancel this ${run.kind}?`}
      confirmWord={`Cancel ${run.kind}`}
      busy={cancel.isPending}
      problem={cancel.error ? describeError(cancel.error).text : undefined}
      onConfirm={() => cancel.mutate(run.id, { onSuccess: close })}
      onClose={close}
    >
      {run.kind === 'restore'
        ? 'Files that were restored already stay.'
        : 'Earlier backups stay. What this one has stored is deleted after the next one.'}
    </ConfirmDialog>
  )
}

function DeleteDialog({ plan, close }: PlanDialogProps) {
  const remove = useDeleteBackup(plan.id)
  return (
    <ConfirmDialog
      opened
      title={`Delete ${plan.name}?`}
      confirmWord="Delete permanently"
      busy={remove.isPending}
      problem={remove.error ? describeError(remove.error).text : undefined}
      onConfirm={() => remove.mutate(undefined, { onSuccess: close })}
      onClose={close}
    >
      {plan.destination.kind === 'gridloom'
        ? 'All backups of this plan are deleted. This can’t be undone.'
        : 'The plan and its password are deleted. Your bucket stays as it is.'}
    </ConfirmDialog>
  )
}
