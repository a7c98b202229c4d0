import type { Snapshot } from '@gridloom/contract/snapshots/snapshot'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { Modal } from '../../ui/components/dialog.tsx'
import { Form, FormButtons, FormProblem } from '../../ui/form/form.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import { useRenameSnapshot } from './api/snapshots.ts'

/** Renames a snapshot. */
export function RenameDialog({ snapshot, close }: { snapshot: Snapshot; close: () => void }) {
  const [name, setName] = useState(snapshot.name)
  const rename = useRenameSnapshot(snapshot.id)
  return (
    <Modal opened onClose={close} title="Rename snapshot" size="sm">
      <Form
        onSubmit={(event) => {
          event.preventDefault()
          rename.mutate(name.trim(), { onSuccess: close })
        }}
      >
        <TextInput
          label="Name"
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <FormProblem text={rename.error ? describeError(rename.error).text : undefined} />
        <FormButtons busy={rename.isPending} cancel={close}>
          Rename
        </FormButtons>
      </Form>
    </Modal>
  )
}
