import type { OperatorPayout } from '@gridloom/contract/payouts/treasury'
import { Button, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx'
import { Modal } from '../../../ui/components/dialog.tsx'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { Form, FormButtons, FormProblem } from '../../../ui/form/form.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { formatMoneyExact } from '../../../ui/format/money.ts'
import styles from '../payouts.module.css'
import { useApprovePayout, useRejectPayout } from '../payouts-api.ts'

interface DialogProps {
  payout: OperatorPayout
  close: () => void
}

/** Approves or rejects a payout that is not signed yet. */
export function Decide({ payout }: { payout: OperatorPayout }) {
  const [asked, setAsked] = useState<'approve' | 'reject'>()
  const close = () => setAsked(undefined)
  const name = `${formatMoneyExact(payout.micro_usd)} to ${payout.email}`
  const mayApprove = payout.state === 'requested' && !payout.approved_by_me
  const mayReject = payout.state === 'requested' || payout.state === 'approved'
  return (
    <div className={styles.buttons}>
      {mayApprove && (
        <Button size="xs" aria-label={`Approve ${name}`} onClick={() => setAsked('approve')}>
          Approve
        </Button>
      )}
      {mayReject && (
        <Button size="xs" aria-label={`Reject ${name}`} onClick={() => setAsked('reject')}>
          Reject
        </Button>
      )}
      {asked === 'approve' && <ApproveDialog payout={payout} close={close} />}
      {asked === 'reject' && <RejectDialog payout={payout} close={close} />}
    </div>
  )
}

function ApproveDialog({ payout, close }: DialogProps) {
  const approve = useApprovePayout()
  return (
    <ConfirmDialog
      opened
      title="Approve this payout?"
      confirmWord="Approve payout"
      tone="neutral"
      busy={approve.isPending}
      problem={approve.error ? describeError(approve.error).text : undefined}
      onConfirm={() => approve.mutate(payout, { onSuccess: close })}
      onClose={close}
    >
      <div className={styles.stack}>
        <p className={styles.text}>
          {formatMoneyExact(payout.micro_usd)} to {payout.email}. It is sent when two operators have
          approved it.
        </p>
        <div>
          <div className={styles.address}>{payout.address}</div>
          <div className={styles.sub}>{payout.address_words.join(' ')}</div>
        </div>
      </div>
    </ConfirmDialog>
  )
}

function RejectDialog({ payout, close }: DialogProps) {
  const reject = useRejectPayout()
  const [problem, setProblem] = useState<string>()
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() ? null : 'Reason is required') },
  })

  function submit({ reason }: { reason: string }): void {
    setProblem(undefined)
    reject.mutate(
      { id: payout.id, reason: reason.trim() },
      { onSuccess: close, onError: (error) => setProblem(placeFieldErrors(form, error)) },
    )
  }

  return (
    <Modal opened onClose={close} title="Reject this payout?" size="md">
      <Form onSubmit={form.onSubmit(submit)}>
        <p className={styles.text}>
          {formatMoneyExact(payout.micro_usd)} return to the earnings of {payout.email}.
        </p>
        <Textarea
          label="Reason"
          description="Sent to the owner as written"
          autosize
          minRows={2}
          maxLength={400}
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <FormProblem text={problem} />
        <FormButtons busy={reject.isPending} cancel={close}>
          Reject payout
        </FormButtons>
      </Form>
    </Modal>
  )
}
