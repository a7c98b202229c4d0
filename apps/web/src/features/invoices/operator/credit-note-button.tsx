import type { InvoiceSummary } from '@gridloom/contract/invoices/invoice'
import { Button, TextInput } from '@mantine/core'
import { useDisclosure, useId } from '@mantine/hooks'
import { useState } from 'react'
import { mutateThen } from '../../../api/mutate-then.ts'
import { useToasts } from '../../../api/runtime.tsx'
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx'
import { UsdField } from '../../../ui/form/usd-field.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { microUsdOf, type Usd } from '../../../ui/format/usd.ts'
import { microPerCent } from '../invoice-row.tsx'
import styles from '../invoices.module.css'
import { useIssueCreditNote } from './all-invoices-api.ts'

/** Corrects a document by a credit note of all that is left of it, or of a part. */
export function CreditNoteButton({ invoice }: { invoice: InvoiceSummary }) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button
        size="compact-sm"
        aria-label={`Issue credit note for ${invoice.number}`}
        onClick={open}
      >
        Credit note
      </Button>
      {opened && <CreditNoteDialog invoice={invoice} close={close} />}
    </>
  )
}

function CreditNoteDialog({ invoice, close }: { invoice: InvoiceSummary; close: () => void }) {
  const [usd, setUsd] = useState<Usd>('')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const key = useCreditNoteKey()
  const issue = useIssueCreditNote(invoice.id)
  const toasts = useToasts()

  function confirm(): void {
    const text = reason.trim()
    setProblem(text === '' ? 'Reason is required' : undefined)
    if (text === '') return
    const cents = Math.round(microUsdOf(usd) / microPerCent)
    const totalCents = cents > 0 ? cents : undefined
    mutateThen(issue, { totalCents, reason: text, key }, (note) => {
      close()
      toasts.show({ type: 'success', message: `Issued ${note.content.number}` })
    })
  }

  return (
    <ConfirmDialog
      opened
      title={`Issue a credit note for ${invoice.number}?`}
      confirmWord="Issue credit note"
      busy={issue.isPending}
      problem={issue.error ? describeError(issue.error).text : undefined}
      onConfirm={confirm}
      onClose={close}
    >
      <div className={styles.stack}>
        <span>
          It gets a number and is emailed like an invoice, and can’t be changed. No money is moved.
        </span>
        <TextInput
          label="Reason"
          maxLength={200}
          value={reason}
          error={problem}
          data-autofocus
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <UsdField
          label="Amount, VAT included"
          description="Optional; defaults to all that was not credited yet"
          decimalScale={2}
          value={usd}
          onChange={(value) => setUsd(typeof value === 'bigint' ? Number(value) : value)}
        />
      </div>
    </ConfirmDialog>
  )
}

/** One key for each opened dialog. */
function useCreditNoteKey(): string {
  const [key] = useState(() => crypto.randomUUID())
  return `${useId()}-${key}`
}
