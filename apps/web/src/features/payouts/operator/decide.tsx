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
import { Target } from '../payout-target.tsx'
import styles from '../payouts.module.css'
import { useApprovePayout, useRejectPayout, useReturnPayout } from '../payouts-api.ts'
import { ResolveDialog } from './resolve-dialog.tsx'

interface DialogProps {
  payout: OperatorPayout
  close: () => void
}

/** Approves or rejects a payout that is not on its way yet, and records how one ended that the chain does not tell of. */
export function Decide({ payout }: { payout: OperatorPayout }) {
  const [asked, setAsked] = useState<'approve' | 'reject' | 'return' | 'resolve'>()
  const close = () => setAsked(undefined)
  const name = `${formatMoneyExact(payout.micro_usd)} to ${payout.email}`
  const mayApprove = payout.state === 'requested' && !payout.approved_by_me
  const isWithBank = payout.state === 'in_file' || payout.state === 'confirmed'
  const mayReturn = payout.method === 'bank' && isWithBank
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
      {mayReturn && (
        <Button size="xs" aria-label={`Returned: ${name}`} onClick={() => setAsked('return')}>
          Returned
        </Button>
      )}
      {payout.unresolved !== null && (
        <Button size="xs" aria-label={`Resolve ${name}`} onClick={() => setAsked('resolve')}>
          Resolve
        </Button>
      )}
      {asked === 'approve' && <ApproveDialog payout={payout} close={close} />}
      {asked === 'reject' && <RejectDialog {...{ payout, close }} />}
      {asked === 'return' && <ReturnDialog {...{ payout, close }} />}
      {asked === 'resolve' && <ResolveDialog {...{ payout, close }} />}
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
          <Target payout={payout} />
        </div>
      </div>
    </ConfirmDialog>
  )
}

function RejectDialog({ payout, close }: DialogProps) {
  return (
    <ReasonDialog
      {...{ payout, close }}
      title="Reject this payout?"
      word="Reject payout"
      change={useRejectPayout()}
    />
  )
}

function ReturnDialog({ payout, close }: DialogProps) {
  return (
    <ReasonDialog
      {...{ payout, close }}
      title="Did the bank return this payout?"
      word="Record return"
      change={useReturnPayout()}
    />
  )
}

interface ReasonDialogProps extends DialogProps {
  title: string
  word: string
  change: ReturnType<typeof useRejectPayout>
}

/** Asks for the reason for which the money returns. */
function ReasonDialog({ payout, close, title, word, change }: ReasonDialogProps) {
  const [problem, setProblem] = useState<string>()
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() ? null : 'Reason is required') },
  })

  function submit({ reason }: { reason: string }): void {
    setProblem(undefined)
    change.mutate(
      { id: payout.id, reason: reason.trim() },
      { onSuccess: close, onError: (error) => setProblem(placeFieldErrors(form, error)) },
    )
  }

  return (
    <Modal opened onClose={close} title={title} size="md">
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
        <FormButtons busy={change.isPending} cancel={close}>
          {word}
        </FormButtons>
      </Form>
    </Modal>
  )
}
