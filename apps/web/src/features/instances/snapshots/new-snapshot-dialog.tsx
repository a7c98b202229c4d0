import type { Instance } from '@gridloom/contract/instances/instance'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useCreateSnapshot } from '../../../shared/snapshots/api/snapshots.ts'
import styles from '../../../shared/snapshots/snapshots.module.css'
import { Modal } from '../../../ui/components/dialog.tsx'
import { Form, FormButtons, FormProblem } from '../../../ui/form/form.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'

/** Creates a snapshot of an instance. */
export function NewSnapshotDialog({ instance, close }: { instance: Instance; close: () => void }) {
  const [name, setName] = useState('')
  const create = useCreateSnapshot(instance.id)
  return (
    <Modal opened onClose={close} title="Create snapshot" size="sm">
      <Form
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate(name.trim(), { onSuccess: close })
        }}
      >
        <p className={styles.text}>
          Stores the files of the disk that differ from the image. Data in volumes and in memory is
          not included.
          {instance.state === 'running' &&
            ' The instance is paused while its files are read: some seconds for each GB.'}
        </p>
        <TextInput
          label="Name"
          placeholder="before the upgrade"
          maxLength={80}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <FormProblem text={create.error ? describeError(create.error).text : undefined} />
        <FormButtons busy={create.isPending} cancel={close}>
          Create snapshot
        </FormButtons>
      </Form>
    </Modal>
  )
}
