import type { ReferralDecision, ReviewedReferral } from '@gridloom/contract/affiliate/affiliate'
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Modal } from '../../../ui/components/dialog.tsx'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { Form, FormButtons, FormProblem } from '../../../ui/form/form.tsx'
import { useDecide } from './operator-affiliate-api.ts'

/** A decision that awaits its reason. */
export interface DecisionAsked {
  referral: ReviewedReferral
  decision: ReferralDecision['decision']
}

const words = {
  release: {
    title: 'Release this referral?',
    text: 'Its commission is then paid like any other, and it is not held again.',
    word: 'Release referral',
  },
  reject: {
    title: 'Reject this referral?',
    text: 'Its commission is not paid. What is among the rewards already stays there.',
    word: 'Reject referral',
  },
} as const

/** Asks for the reason of a decision. The input is kept when the request fails. */
export function DecideDialog({ asked, close }: { asked: DecisionAsked; close: () => void }) {
  const { referral, decision } = asked
  const { title, text, word } = words[decision]
  const decide = useDecide()
  const [problem, setProblem] = useState<string>()
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() === '' ? 'Reason is required' : null) },
  })

  function submit({ reason }: { reason: string }): void {
    setProblem(undefined)
    decide.mutate(
      { id: referral.id, decision, reason },
      { onSuccess: close, onError: (error) => setProblem(placeFieldErrors(form, error)) },
    )
  }

  return (
    <Modal opened onClose={close} title={title} size="sm">
      <Form onSubmit={form.onSubmit(submit)}>
        <p>{text}</p>
        <TextInput
          label="Reason"
          description="For your records"
          maxLength={200}
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <FormProblem text={problem} />
        <FormButtons busy={decide.isPending} cancel={close}>
          {word}
        </FormButtons>
      </Form>
    </Modal>
  )
}
