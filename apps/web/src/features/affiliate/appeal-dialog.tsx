import type { AccountRule } from '@gridloom/contract/affiliate/account-review'
import { Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Modal } from '../../ui/components/dialog.tsx'
import { placeFieldErrors } from '../../ui/form/field-errors.ts'
import { Form, FormButtons, FormProblem } from '../../ui/form/form.tsx'
import { useAppeal } from './affiliate-api.ts'

interface AppealDialogProps {
  /** Such as `referral no. 3`. */
  subject: string
  label: string
  appealed: { number: number } | { rule: AccountRule }
  close: () => void
}

/** Asks for an answer to a review. The input is kept when the request fails. */
export function AppealDialog({ subject, label, appealed, close }: AppealDialogProps) {
  const appeal = useAppeal()
  const [problem, setProblem] = useState<string>()
  const form = useForm({
    initialValues: { text: '' },
    validate: { text: (text) => (text.trim() === '' ? 'Text is required' : null) },
  })

  function submit({ text }: { text: string }): void {
    setProblem(undefined)
    // One line: a review needs no paragraphs.
    const body = { ...appealed, text: text.replace(/\s+/g, ' ').trim() }
    appeal.mutate(body, {
      onSuccess: close,
      onError: (error) => setProblem(placeFieldErrors(form, error)),
    })
  }

  return (
    <Modal opened onClose={close} title={`Appeal for ${subject}`} size="md">
      <Form onSubmit={form.onSubmit(submit)}>
        <Textarea
          label={label}
          description="We read it with the evidence. You can appeal once."
          maxLength={1_000}
          autosize
          minRows={3}
          data-autofocus
          {...form.getInputProps('text')}
        />
        <FormProblem text={problem} />
        <FormButtons busy={appeal.isPending} cancel={close}>
          Send appeal
        </FormButtons>
      </Form>
    </Modal>
  )
}
