import type { ClaimDecision, ReviewedClaim } from '@gridloom/contract/missions/mission'
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Modal } from '../../../ui/components/dialog.tsx'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { Form, FormButtons, FormProblem } from '../../../ui/form/form.tsx'
import { useDecideClaim } from './operator-missions-api.ts'

export const decisionWords = {
  release: {
    title: 'Release this claim?',
    text: 'The reward is paid, or goes on with the pending time that it had left. One above the amount in the settings needs two operators.',
    word: 'Release claim',
    short: 'Release',
  },
  reject: {
    title: 'Reject this claim?',
    text: 'The reward is not paid, and the account cannot claim it again. It reads the reason. For a reward that had been claimed, other rewards of missions that are not claimed yet are taken back, up to its amount.',
    word: 'Reject claim',
    short: 'Reject',
  },
  take_back: {
    title: 'Take this reward back?',
    text: 'It is removed from the rewards of the account, which reads the reason. A reward that was moved to the balance or to payouts cannot be taken back.',
    word: 'Take back reward',
    short: 'Take back',
  },
} as const

interface ClaimDialogProps {
  claim: ReviewedClaim
  decision: ClaimDecision['decision']
  close: () => void
}

/** Asks for the reason of a decision. The input is kept when the request fails. */
export function ClaimDialog({ claim, decision, close }: ClaimDialogProps) {
  const { title, text, word } = decisionWords[decision]
  const decide = useDecideClaim()
  const [problem, setProblem] = useState<string>()
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() === '' ? 'Reason is required' : null) },
  })

  function submit({ reason }: { reason: string }): void {
    setProblem(undefined)
    decide.mutate(
      { id: claim.id, decision, reason },
      { onSuccess: close, onError: (error) => setProblem(placeFieldErrors(form, error)) },
    )
  }

  return (
    <Modal opened onClose={close} title={title} size="sm">
      <Form onSubmit={form.onSubmit(submit)}>
        <p>{text}</p>
        <TextInput
          label="Reason"
          description="The account can read it"
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
