import type {
  AccountReviewDecision,
  ReviewedAccount,
} from '@gridloom/contract/affiliate/account-review'
import type { ReferralDecision, ReviewedReferral } from '@gridloom/contract/affiliate/affiliate'
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Modal } from '../../../ui/components/dialog.tsx'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { Form, FormButtons, FormProblem } from '../../../ui/form/form.tsx'
import { useDecide, useDecideOnAccount } from './operator-affiliate-api.ts'

/** A decision that awaits its reason. */
export type DecisionAsked =
  | { referral: ReviewedReferral; decision: ReferralDecision['decision'] }
  | { account: ReviewedAccount; decision: AccountReviewDecision['decision'] }

const referralWords = {
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

const accountWords = {
  release: {
    title: 'Release this account?',
    text: 'Its visitors count again, and its claims are not held for this reason until the review ends. Claims that are held wait for your decision under Missions.',
    word: 'Release account',
  },
  reject: {
    title: 'Confirm the review?',
    text: 'Claims of this account are held until the review ends. Decide on each under Missions.',
    word: 'Confirm review',
  },
} as const

/** Asks for the reason of a decision. The input is kept when the request fails. */
export function DecideDialog({ asked, close }: { asked: DecisionAsked; close: () => void }) {
  const { decision } = asked
  const { title, text, word } = ('account' in asked ? accountWords : referralWords)[decision]
  const decideOnReferral = useDecide()
  const decideOnAccount = useDecideOnAccount()
  const [problem, setProblem] = useState<string>()
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() === '' ? 'Reason is required' : null) },
  })

  function submit({ reason }: { reason: string }): void {
    setProblem(undefined)
    const ended = {
      onSuccess: close,
      onError: (error: Error) => setProblem(placeFieldErrors(form, error)),
    }
    if ('referral' in asked) {
      decideOnReferral.mutate({ id: asked.referral.id, decision, reason }, ended)
      return
    }
    const { account_id, rule } = asked.account
    decideOnAccount.mutate({ account_id, rule, decision, reason }, ended)
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
        <FormButtons busy={decideOnReferral.isPending || decideOnAccount.isPending} cancel={close}>
          {word}
        </FormButtons>
      </Form>
    </Modal>
  )
}
