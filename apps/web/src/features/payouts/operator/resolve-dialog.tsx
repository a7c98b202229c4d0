import { type OperatorPayout, PayoutResolution } from '@gridloom/contract/payouts/treasury'
import { Radio, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Modal } from '../../../ui/components/dialog.tsx'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { Form, FormButtons, FormProblem } from '../../../ui/form/form.tsx'
import { formatMoneyExact } from '../../../ui/format/money.ts'
import { Target } from '../payout-target.tsx'
import styles from '../payouts.module.css'
import { useResolvePayout } from '../payouts-api.ts'

interface Draft {
  outcome: 'paid' | 'not_paid' | ''
  tx_hash: string
  reason: string
}

/** Asks what an operator found on the chain: that a payout was paid, and by which transaction, or that it was not. */
export function ResolveDialog({ payout, close }: { payout: OperatorPayout; close: () => void }) {
  const resolve = useResolvePayout()
  const [problem, setProblem] = useState<string>()
  const tx_hash = payout.method === 'wallet' ? (payout.tx_hash ?? '') : ''
  const form = useForm<Draft>({
    initialValues: { outcome: '', tx_hash, reason: '' },
    validate: (draft) => {
      if (draft.outcome === '') return { outcome: 'Choose what you found' }
      const read = PayoutResolution.safeParse(resolutionOf(draft))
      if (read.success) return {}
      return draft.outcome === 'paid'
        ? { tx_hash: 'Enter the hash of the transaction, 0x and 64 digits' }
        : { reason: 'Reason is required' }
    },
  })
  const { outcome } = form.values

  function submit(draft: Draft): void {
    setProblem(undefined)
    resolve.mutate(
      { id: payout.id, body: PayoutResolution.parse(resolutionOf(draft)) },
      { onSuccess: close, onError: (error) => setProblem(placeFieldErrors(form, error)) },
    )
  }

  return (
    <Modal opened onClose={close} title="Was this payout paid?" size="md">
      <Form onSubmit={form.onSubmit(submit)}>
        <p className={styles.text}>
          {payout.unresolved === 'nonce_used'
            ? 'Another transaction from the platform’s address took its place on the chain. '
            : 'Its transaction moved another amount than the payout. '}
          Look for a transfer of {formatMoneyExact(payout.micro_usd - payout.fee_micro_usd)} to this
          address on a block explorer first: money that is returned here can be paid out again.
        </p>
        <div>
          <Target payout={payout} />
        </div>
        <Radio.Group
          label="What the chain shows"
          labelProps={{ mb: 6 }}
          {...form.getInputProps('outcome')}
        >
          <div className={styles.stack}>
            <Radio value="paid" label="The payee has the money" />
            <Radio value="not_paid" label="The payee has nothing: return it to the earnings" />
          </div>
        </Radio.Group>
        {outcome === 'paid' && <TextInput label="Transaction" {...form.getInputProps('tx_hash')} />}
        {outcome === 'not_paid' && (
          <Textarea
            label="Reason"
            description="Sent to the owner as written"
            autosize
            minRows={2}
            maxLength={400}
            {...form.getInputProps('reason')}
          />
        )}
        <FormProblem text={problem} />
        <FormButtons busy={resolve.isPending} cancel={close}>
          Resolve payout
        </FormButtons>
      </Form>
    </Modal>
  )
}

function resolutionOf({ outcome, tx_hash, reason }: Draft): object {
  return outcome === 'paid'
    ? { outcome, tx_hash: tx_hash.trim().toLowerCase() }
    : { outcome, reason: reason.trim() }
}
