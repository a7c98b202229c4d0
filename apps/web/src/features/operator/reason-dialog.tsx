import { Button, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { Modal } from '../../ui/components/dialog.tsx'
import { DialogButtons } from '../../ui/components/dialog-buttons.tsx'
import { placeFieldErrors } from '../../ui/form/field-errors.ts'
import { Form, FormProblem } from '../../ui/form/form.tsx'
import styles from './operator.module.css'

interface ReasonDialogProps {
  title: string
  /** The verb with its object. */
  word: string
  busy: boolean
  /** Explains the consequence. */
  children: ReactNode
  send: (reason: string, hooks: { onSuccess: () => void; onError: (error: Error) => void }) => void
  close: () => void
}

/** Asks for the reason of an action, which is emailed to the account's owner. */
export function ReasonDialog({ title, word, busy, children, send, close }: ReasonDialogProps) {
  const [problem, setProblem] = useState<string>()
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() ? null : 'Reason is required') },
  })

  function submit({ reason }: { reason: string }): void {
    setProblem(undefined)
    send(reason.trim(), {
      onSuccess: close,
      onError: (error) => setProblem(placeFieldErrors(form, error)),
    })
  }

  return (
    <Modal opened onClose={close} title={title} size="md">
      <Form onSubmit={form.onSubmit(submit)}>
        <p className={styles.text}>{children}</p>
        <Textarea
          label="Reason"
          description="Sent to the owner as written"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={400}
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <FormProblem text={problem} />
        <DialogButtons>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="filled" color="red.9" loading={busy}>
            {word}
          </Button>
        </DialogButtons>
      </Form>
    </Modal>
  )
}
