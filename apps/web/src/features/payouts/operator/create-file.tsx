import type { PayoutFiles } from '@gridloom/contract/payouts/bank-account'
import { useState } from 'react'
import { useToasts } from '../../../api/runtime.tsx'
import { Modal } from '../../../ui/components/dialog.tsx'
import { Form, FormButtons, FormProblem } from '../../../ui/form/form.tsx'
import { UsdField } from '../../../ui/form/usd-field.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { formatMoneyExact } from '../../../ui/format/money.ts'
import { microUsdOf, type Usd, usdOf } from '../../../ui/format/usd.ts'
import styles from '../payouts.module.css'
import { useCreatePayoutFile } from '../payouts-api.ts'

interface CreateFileProps {
  waiting: PayoutFiles['waiting']
  close: () => void
}

/** Puts what waits into a file, as far as the bank account covers it. */
export function CreateFile({ waiting, close }: CreateFileProps) {
  const create = useCreatePayoutFile()
  const toasts = useToasts()
  const [usd, setUsd] = useState<Usd>(usdOf(waiting.micro_usd))
  const microUsd = microUsdOf(usd)
  const isAmount = microUsd > 0

  function submit(): void {
    if (!isAmount) return
    create.mutate(microUsd, {
      onSuccess: ({ number, payouts }) => {
        toasts.show({ type: 'success', message: `File ${number} has ${payouts} payouts` })
        close()
      },
    })
  }

  return (
    <Modal opened onClose={close} title="Create bank file" size="md">
      <Form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <p className={styles.text}>
          {formatMoneyExact(waiting.micro_usd)} wait. A payout that is in a file is in no other one.
        </p>
        <UsdField
          label="Available"
          description="What the bank account may spend on this file: the oldest payouts that it covers are put in"
          value={usd}
          onChange={(value) => setUsd(typeof value === 'bigint' ? Number(value) : value)}
          error={isAmount ? undefined : 'Enter an amount'}
          data-autofocus
        />
        <FormProblem text={create.error ? describeError(create.error).text : undefined} />
        <FormButtons busy={create.isPending} cancel={close}>
          Create file
        </FormButtons>
      </Form>
    </Modal>
  )
}
