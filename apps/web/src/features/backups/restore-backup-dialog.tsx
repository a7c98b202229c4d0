import { BackupPath, type BackupPlan } from '@gridloom/contract/backups/backup'
import { formatBytes } from '@gridloom/domain/format-bytes'
import { Checkbox, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { instancesQuery } from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'
import { volumesQuery } from '../../shared/volumes/api/volumes.ts'
import { Modal } from '../../ui/components/dialog.tsx'
import { Form, FormButtons, FormProblem } from '../../ui/form/form.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import { formatExact } from '../../ui/format/times.ts'
import { recoveryPointsQuery, useRestoreBackup } from './api/backups.ts'
import styles from './backups.module.css'
import { placeOf, placesFor } from './restore-places.ts'

/** Restores a recovery point of a plan into a running instance, or into a volume that none has. */
export function RestoreBackupDialog({ plan, close }: { plan: BackupPlan; close: () => void }) {
  const client = useClient()
  const points = useQuery(recoveryPointsQuery(client, plan.id)).data ?? []
  const instances = useQuery(instancesQuery(client, 'present')).data ?? []
  const volumes = useQuery(volumesQuery(client)).data ?? []
  const places = placesFor(plan, { instances, volumes })
  const [point, setPoint] = useState<string>()
  const [place, setPlace] = useState<string>()
  const [target, setTarget] = useState('/')
  const [only, setOnly] = useState('')
  const [existing, setExisting] = useState<'refuse' | 'overwrite'>('refuse')
  const restore = useRestoreBackup(plan.id)
  const chosenPoint = point ?? points[0]?.id
  const chosen = place ?? places.first
  const into = placeOf(chosen)
  const problemOf = (text: string) => BackupPath.safeParse(text).error?.issues[0]?.message
  const onlyProblem = only === '' ? undefined : problemOf(only)
  return (
    <Modal opened onClose={close} title={`Restore ${plan.name}`}>
      <Form
        onSubmit={(event) => {
          event.preventDefault()
          if (chosenPoint === undefined || into === undefined) return
          if (problemOf(target) !== undefined || onlyProblem !== undefined) return
          restore.mutate(
            {
              point_id: chosenPoint,
              ...into,
              target,
              include: only === '' ? null : only,
              existing,
            },
            { onSuccess: close },
          )
        }}
      >
        <Select
          label="Recovery point"
          placeholder="No recovery points yet"
          allowDeselect={false}
          data={points.map(({ id, at, bytes }) => ({
            value: id,
            label: `${formatExact(at)}${bytes === null ? '' : ` · ${formatBytes(bytes)}`}`,
          }))}
          value={chosenPoint ?? null}
          onChange={(value) => setPoint(value ?? undefined)}
        />
        <Select
          label="Restore into"
          placeholder="No instance is running"
          allowDeselect={false}
          data={[
            {
              group: 'Running instances',
              items: places.instances.map(({ id, label }) => ({ value: id, label })),
            },
            {
              group: 'Volumes that no running instance has',
              items: places.volumes.map(({ id, name }) => ({ value: id, label: name })),
            },
          ]}
          value={chosen ?? null}
          onChange={(value) => setPlace(value ?? undefined)}
        />
        <TextInput
          label="Folder"
          description={folderText(plan, { target, isVolume: into?.volume_id !== undefined })}
          required
          value={target}
          error={problemOf(target)}
          onChange={(event) => setTarget(event.currentTarget.value)}
        />
        <TextInput
          label="Only this file or folder"
          placeholder="Everything"
          value={only}
          error={onlyProblem}
          onChange={(event) => setOnly(event.currentTarget.value)}
        />
        <Checkbox
          label="Replace files that exist already"
          checked={existing === 'overwrite'}
          onChange={(event) => setExisting(event.currentTarget.checked ? 'overwrite' : 'refuse')}
        />
        <p className={styles.text}>Files that are not in the backup stay.</p>
        <FormProblem text={restore.error ? describeError(restore.error).text : undefined} />
        <FormButtons busy={restore.isPending} cancel={close}>
          Restore
        </FormButtons>
      </Form>
    </Modal>
  )
}

function folderText(
  { volume_id, paths: [path = ''] }: BackupPlan,
  { target, isVolume }: { target: string; isVolume: boolean },
): string {
  if (isVolume && (volume_id !== null || target === '/'))
    return target === '/'
      ? '/ is the root of the volume. Enter a folder to restore below it.'
      : 'Files are created below this folder of the volume.'
  if (volume_id !== null)
    return target === '/'
      ? '/ is where the instance has the volume. Enter a folder to restore elsewhere.'
      : 'Files of the volume are created below it.'
  return `Paths of the backup are created below it: ${path} becomes ${target === '/' ? '' : target}${path}.`
}
