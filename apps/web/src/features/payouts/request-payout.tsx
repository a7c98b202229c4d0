import type { PayoutQuote, PayoutSource, Payouts } from '@gridloom/contract/payouts/payout'
import { feeOf, withoutPartsOfCents } from '@gridloom/domain/payouts/payout-fee'
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient, useToasts } from '../../api/runtime.tsx'
import { ConfirmDialog } from '../../ui/components/confirm-dialog.tsx'
import { Modal } from '../../ui/components/dialog.tsx'
import { DialogButtons } from '../../ui/components/dialog-buttons.tsx'
import { Facts } from '../../ui/components/facts.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Form } from '../../ui/form/form.tsx'
import { UsdField } from '../../ui/form/usd-field.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import { formatMoneyExact } from '../../ui/format/money.ts'
import { microUsdOf, type Usd, usdOf } from '../../ui/format/usd.ts'
import styles from './payouts.module.css'
import { payoutQuoteQuery, useRequestPayout } from './payouts-api.ts'
import { hasTarget, sourceName, unitOf, wayOf } from './source-words.ts'

interface RequestProps {
  payouts: Payouts
  close: () => void
}

/** Requests a payout: what it is made in and the amount, then a confirmation with the fee and where it goes. */
export function RequestPayout({ payouts, close }: RequestProps) {
  const [picked, setPicked] = useState(0)
  const sources = payouts.sources.filter((one) => hasTarget(one, payouts))
  const source = sources[picked]
  if (source === undefined) return null
  return <Asking key={picked} {...{ payouts, close, sources, source, picked, setPicked }} />
}

interface AskingProps extends RequestProps {
  /** Those that the user can be paid in now. */
  sources: readonly PayoutSource[]
  source: PayoutSource
  picked: number
  setPicked: (index: number) => void
}

function Asking({ payouts, close, sources, source, picked, setPicked }: AskingProps) {
  const quote = useQuery(payoutQuoteQuery(useClient(), source))
  const [usd, setUsd] = useState<Usd>(usdOf(payableIn(source, payouts)))
  const [confirming, setConfirming] = useState<PayoutQuote>()
  const microUsd = microUsdOf(usd)
  if (confirming !== undefined)
    return <Confirm {...{ payouts, source, microUsd, close, quote: confirming }} />
  const problem = quote.data && amountProblem(microUsd, quote.data, { source, payouts })
  return (
    <Modal opened onClose={close} title="Request payout" size="md">
      <Form
        onSubmit={(event) => {
          event.preventDefault()
          if (problem === undefined) setConfirming(quote.data)
        }}
      >
        {sources.length > 1 && (
          <NativeSelect
            label="Paid in"
            value={picked}
            data={sources.map((one, index) => ({ value: String(index), label: sourceName(one) }))}
            onChange={(event) => setPicked(Number(event.currentTarget.value))}
          />
        )}
        <UsdField
          label="Amount"
          value={usd}
          onChange={(value) => setUsd(typeof value === 'bigint' ? Number(value) : value)}
          error={problem}
          data-autofocus
        />
        <Loaded query={quote} what="the fee" rows={2}>
          {(price) => <Price quote={price} microUsd={microUsd} source={source} />}
        </Loaded>
        <DialogButtons>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="filled" disabled={quote.data === undefined}>
            Continue
          </Button>
        </DialogButtons>
      </Form>
    </Modal>
  )
}

function Price({
  quote,
  microUsd,
  source,
}: {
  quote: PayoutQuote
  microUsd: number
  source: PayoutSource
}) {
  const fee = feeIn(quote, microUsd)
  const arrives = Math.max(0, microUsd - fee)
  const isApproved = microUsd > source.approve_above_micro_usd
  return (
    <Facts
      facts={[
        { name: 'Fee', value: formatMoneyExact(fee) },
        { name: 'Arrives', value: `${formatMoneyExact(arrives)} in ${unitOf(source)}` },
        ...(source.method === 'wallet' ? [{ name: 'Network', value: source.chain_name }] : []),
        ...(isApproved ? [{ name: 'Approval', value: 'By two operators' }] : []),
      ]}
    />
  )
}

/** The fee of an amount; of none that can be paid, its fixed part. */
function feeIn(quote: PayoutQuote, microUsd: number): number {
  const terms = { fixed: quote.fee_micro_usd, basisPoints: quote.fee_basis_points }
  return feeOf(terms, Number.isSafeInteger(microUsd) ? Math.max(0, microUsd) : 0)
}

function amountProblem(
  microUsd: number,
  { minimum_micro_usd: least }: PayoutQuote,
  { source, payouts }: { source: PayoutSource; payouts: Payouts },
): string | undefined {
  const most = payableIn(source, payouts)
  if (source.method !== 'wallet' && microUsd !== withoutPartsOfCents(microUsd))
    return 'Enter whole cents'
  if (!(microUsd >= least)) return `The least payout is ${formatMoneyExact(least)} at present`
  return microUsd > most ? `${formatMoneyExact(most)} are payable now` : undefined
}

/** All that is payable, in whole cents but to wallets. */
function payableIn({ method }: PayoutSource, { payable_micro_usd: all }: Payouts): number {
  return method === 'wallet' ? all : withoutPartsOfCents(all)
}

/** What comes after the payout. */
const noteOn: Readonly<Record<PayoutSource['method'], string>> = {
  wallet: 'A payment on a chain can’t be undone.',
  bank: 'Your bank may deduct a fee of its own.',
  stripe: 'Stripe then pays it out to your bank account or card.',
}

interface ConfirmProps extends RequestProps {
  source: PayoutSource
  microUsd: number
  quote: PayoutQuote
}

function Confirm({ payouts, source, microUsd, quote, close }: ConfirmProps) {
  const request = useRequestPayout()
  const toasts = useToasts()
  const fee_micro_usd = feeIn(quote, microUsd)
  const body = { ...wayOf(source), micro_usd: microUsd, fee_micro_usd }
  return (
    <ConfirmDialog
      opened
      title="Request this payout?"
      confirmWord="Request payout"
      tone="neutral"
      busy={request.isPending}
      problem={request.error ? describeError(request.error).text : undefined}
      onConfirm={() =>
        request.mutate(body, {
          onSuccess: () => {
            toasts.show({ type: 'success', message: 'Payout requested' })
            close()
          },
        })
      }
      onClose={close}
    >
      <div className={styles.stack}>
        <p className={styles.text}>
          {formatMoneyExact(microUsd)} leave your earnings. {formatMoneyExact(fee_micro_usd)} of it
          are the fee; {formatMoneyExact(microUsd - fee_micro_usd)} arrive in{' '}
          {source.method === 'wallet' ? sourceName(source) : 'US dollars'}. {noteOn[source.method]}
        </p>
        <div>
          <Target source={source} payouts={payouts} />
        </div>
      </div>
    </ConfirmDialog>
  )
}

function Target({ source, payouts }: { source: PayoutSource; payouts: Payouts }) {
  if (source.method === 'bank')
    return (
      <>
        <div className={styles.name}>{payouts.bank_account?.iban}</div>
        <div className={styles.sub}>{payouts.bank_account?.holder}</div>
      </>
    )
  if (source.method === 'stripe')
    return (
      <>
        <div className={styles.name}>Stripe account</div>
        <div className={styles.address}>{payouts.stripe_account}</div>
      </>
    )
  return (
    <>
      <div className={styles.address}>{payouts.address?.address}</div>
      <div className={styles.sub}>Words of this address: {payouts.address?.words.join(' ')}</div>
    </>
  )
}
