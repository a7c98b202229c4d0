import type { BackupPlan, RecoveryPoint } from '@gridloom/contract/backups/backup'
import { formatBytes } from '@gridloom/domain/format-bytes'
import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../api/runtime.tsx'
import { ConfirmDialog } from '../../ui/components/confirm-dialog.tsx'
import { Modal } from '../../ui/components/dialog.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Cell, type Column, RowHead, Table } from '../../ui/components/table.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import { formatExact } from '../../ui/format/times.ts'
import { recoveryPointsQuery, useDeletePoint } from './api/backups.ts'
import styles from './backups.module.css'

const columns: readonly Column[] = [
  { text: 'Time' },
  { text: 'Files', align: 'number' },
  { text: 'Size', align: 'number' },
  { text: 'Actions', head: 'hidden' },
]

/** The recovery points of a plan, each of which can be deleted where they are stored with us. */
export function PointsDialog({ plan, close }: { plan: BackupPlan; close: () => void }) {
  const points = useQuery(recoveryPointsQuery(useClient(), plan.id))
  const [point, setPoint] = useState<RecoveryPoint>()
  if (point !== undefined)
    return <DeletePointDialog plan={plan} point={point} close={() => setPoint(undefined)} />
  return (
    <Modal opened onClose={close} size="lg" title={`Recovery points of ${plan.name}`}>
      <Loaded query={points} what="the recovery points">
        {(list) =>
          list.length === 0 ? (
            <p className={styles.text}>No recovery points yet.</p>
          ) : (
            <Table label="Recovery points" columns={columns}>
              {list.map((one) => (
                <PointRow key={one.id} plan={plan} point={one} remove={() => setPoint(one)} />
              ))}
            </Table>
          )
        }
      </Loaded>
      {plan.destination.kind === 's3' && (
        <p className={styles.text}>To delete one in your bucket, use restic.</p>
      )}
    </Modal>
  )
}

interface PointRowProps {
  plan: BackupPlan
  point: RecoveryPoint
  remove: () => void
}

function PointRow({ plan, point: { at, files, bytes }, remove }: PointRowProps) {
  const time = formatExact(at)
  return (
    <tr>
      <RowHead>{time}</RowHead>
      <Cell label="Files" align="number">
        {files ?? '—'}
      </Cell>
      <Cell label="Size" align="number">
        {bytes === null ? '—' : formatBytes(bytes)}
      </Cell>
      <Cell holds="buttons">
        {plan.destination.kind === 'gridloom' && (
          <ActionIcon
            size={30}
            aria-label={`Delete the recovery point of ${time}`}
            onClick={remove}
          >
            <IconTrash size={16} />
          </ActionIcon>
        )}
      </Cell>
    </tr>
  )
}

function DeletePointDialog({
  plan,
  point,
  close,
}: {
  plan: BackupPlan
  point: RecoveryPoint
  close: () => void
}) {
  const remove = useDeletePoint(plan.id)
  return (
    <ConfirmDialog
      opened
      title="Delete this recovery point?"
      confirmWord="Delete permanently"
      busy={remove.isPending}
      problem={remove.error ? describeError(remove.error).text : undefined}
      onConfirm={() => remove.mutate(point.id, { onSuccess: close })}
      onClose={close}
    >
      {plan.name} can no longer be restored to {formatExact(point.at)}. Files that no other recovery
      point has are lost. Their space is freed by the next backup. This can’t be undone.
    </ConfirmDialog>
  )
}
