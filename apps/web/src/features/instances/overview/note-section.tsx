import { limits } from '@gridloom/contract/core/constants'
import type { Instance } from '@gridloom/contract/instances/instance'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { Section } from '../../../ui/components/section.tsx'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { useChangeInstance } from '../api/change-instance.ts'
import styles from './note-section.module.css'

/** The renter's own text about the instance, edited in place with its label. */
export function NoteSection({ instance }: { instance: Instance }) {
  const [editing, edit] = useDisclosure(false)
  return (
    <Section
      title="Note"
      actions={
        !editing && (
          <Button size="compact-sm" leftSection={<IconPencil size={14} />} onClick={edit.open}>
            Edit label and note
          </Button>
        )
      }
    >
      {editing ? (
        <NoteForm instance={instance} done={edit.close} />
      ) : (
        <p className={styles.note} data-empty={instance.note === ''}>
          {instance.note || 'No note. Only your account sees what you write here.'}
        </p>
      )}
    </Section>
  )
}

function NoteForm({ instance, done }: { instance: Instance; done: () => void }) {
  const change = useChangeInstance(instance.id)
  const [problem, setProblem] = useState<string>()
  const form = useForm({ initialValues: { label: instance.label, note: instance.note } })
  const mayRename = instance.state !== 'destroyed'

  function save({ label, note }: { label: string; note: string }): void {
    setProblem(undefined)
    const renamed = mayRename && label !== instance.label ? { label } : {}
    change.mutate(
      { note, ...renamed },
      {
        onSuccess: done,
        onError: (error) => setProblem(placeFieldErrors(form, error)),
      },
    )
  }

  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(save)}>
      <TextInput
        label="Label"
        maxLength={limits.labelChars}
        disabled={!mayRename}
        {...form.getInputProps('label')}
      />
      <Textarea
        label="Note"
        autosize
        minRows={3}
        maxRows={12}
        maxLength={limits.noteChars}
        data-autofocus
        {...form.getInputProps('note')}
      />
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.buttons}>
        <Button onClick={done}>Cancel</Button>
        <Button type="submit" variant="filled" loading={change.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}
