import type { CardPayment } from '@gridloom/contract/cards/payment'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mutateThen } from '../../../api/mutate-then.ts'
import { balanceQuery } from '../../../api/queries.ts'
import { useClient, useToasts } from '../../../api/runtime.tsx'
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx'
import { UsdField } from '../../../ui/form/usd-field.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { formatMoneyExact } from '../../../ui/format/money.ts'
import { shortId } from '../../../ui/format/short-id.ts'
import { microUsdOf, type Usd, usdOf } from '../../../ui/format/usd.ts'
import { downToCents, isWholeCents } from '../amounts.ts'
import { useRefund } from '../api/change-cards.ts'
import styles from '../cards.module.css'

interface RefundButtonProps {
  payment: CardPayment
  as: 'account' | 'operator'
}

/** Returns what was not spent to the card, after a confirmation. */
export function RefundButton({ payment, as }: RefundButtonProps) {
  const [opened, { open, close }] = useDisclosure(false)
  const name = `Refund ${shortId(payment.id)}`
  return (
    <>
      <Button size="xs" aria-label={name} onClick={open}>
        Refund
      </Button>
      {opened &&
        (as === 'account' ? (
          <RefundOfOwn payment={payment} close={close} />
        ) : (
          <RefundDialog
            payment={payment}
            as={as}
            most={payment.refundable_micro_usd}
            close={close}
          />
        ))}
    </>
  )
}

type OwnProps = Pick<RefundButtonProps, 'payment'> & { close: () => void }

/** At most what is left of the balance: the operator does not know that of others. */
function RefundOfOwn({ payment, close }: OwnProps) {
  const balance = useQuery(balanceQuery(useClient())).data
  if (balance === undefined) return null
  const left = downToCents(balance.available_micro_usd - balance.welcome_micro_usd)
  const most = Math.min(payment.refundable_micro_usd, left)
  return <RefundDialog payment={payment} as="account" most={most} close={close} />
}

function RefundDialog({
  payment,
  as,
  most,
  close,
}: OwnProps & { as: RefundButtonProps['as']; most: number }) {
  const [usd, setUsd] = useState<Usd>(usdOf(most))
  const [problem, setProblem] = useState<string>()
  const refund = useRefund(payment, as)
  const toasts = useToasts()
  const microUsd = microUsdOf(usd)

  function confirm(): void {
    const isRight = microUsd > 0 && microUsd <= most && isWholeCents(microUsd)
    setProblem(isRight ? undefined : `Enter an amount up to ${formatMoneyExact(most)}`)
    if (!isRight) return
    mutateThen(refund, microUsd, () => {
      close()
      toasts.show({ type: 'success', message: `Refund of ${formatMoneyExact(microUsd)} requested` })
    })
  }

  if (most === 0) return <NothingLeft close={close} />
  return (
    <ConfirmDialog
      opened
      title="Refund this payment?"
      confirmWord="Refund payment"
      busy={refund.isPending}
      problem={refund.error ? describeError(refund.error).text : undefined}
      onConfirm={confirm}
      onClose={close}
    >
      <div className={styles.stack}>
        <span>
          The amount leaves the balance now and returns to the card within about ten days. Only
          credit that was not spent can be refunded.
        </span>
        <UsdField
          label="Amount"
          description={`Up to ${formatMoneyExact(most)}`}
          decimalScale={2}
          value={usd}
          error={problem}
          onChange={(value) => setUsd(typeof value === 'bigint' ? Number(value) : value)}
        />
      </div>
    </ConfirmDialog>
  )
}

function NothingLeft({ close }: { close: () => void }) {
  return (
    <ConfirmDialog
      opened
      tone="neutral"
      title="Nothing to refund"
      confirmWord="OK"
      onConfirm={close}
      onClose={close}
    >
      The credit of this payment was spent or is on hold. Only what is available can be refunded.
    </ConfirmDialog>
  )
}
