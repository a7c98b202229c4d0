import type { CardPayment, OperatorCardPayment } from '@gridloom/contract/cards/payment'
import { Button } from '@mantine/core'
import { Money } from '../../../ui/components/money.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { formatMoneyExact } from '../../../ui/format/money.ts'
import { shortId } from '../../../ui/format/short-id.ts'
import {
  disputeWords,
  paymentStatus,
  problemWords,
  reasonWords,
  refundWords,
} from '../card-words.ts'
import styles from '../cards.module.css'
import { RefundButton } from './refund-button.tsx'

/** Who refunds; `null`: no refunds are offered. */
type RefundsAs = 'account' | 'operator' | null

interface PaymentTableProps {
  payments: readonly (CardPayment | OperatorCardPayment)[]
  refundsAs: RefundsAs
}

/** Payments with what became of them. The operator's also have their account. */
export function PaymentTable({ payments, refundsAs }: PaymentTableProps) {
  return (
    <Table label="Card payments" columns={columns}>
      {payments.map((payment) => (
        <PaymentRow key={payment.id} payment={payment} refundsAs={refundsAs} />
      ))}
    </Table>
  )
}

const columns: readonly Column[] = [
  { text: 'Payment' },
  { text: 'State' },
  { text: 'Amount', align: 'number' },
  { text: 'Refunds and disputes' },
  { text: 'Actions', head: 'hidden' },
]

interface PaymentRowProps {
  payment: CardPayment | OperatorCardPayment
  refundsAs: RefundsAs
}

function PaymentRow({ payment, refundsAs }: PaymentRowProps) {
  const { credited_micro_usd: credited, micro_usd: asked, refunds, disputes } = payment
  const hasParts = refunds.length + disputes.length > 0
  return (
    <tr>
      <RowHead>
        <span className={styles.name}>
          {payment.kind === 'top_up' ? 'Automatic top-up' : 'Payment'} {shortId(payment.id)}
        </span>
        <div className={styles.sub}>
          <TimeAgo at={payment.created_at} />
        </div>
        {'account_id' in payment && <Account payment={payment} />}
      </RowHead>
      <Cell label="State" holds="words">
        <StatusBadge look="plain" {...paymentStatus(payment)} />
        {payment.problem !== null && (
          <div className={styles.sub}>{problemWords[payment.problem]}</div>
        )}
      </Cell>
      <Cell label="Amount" align="number">
        <Money microUsd={credited > 0 ? credited : asked} />
      </Cell>
      <Cell label="Refunds and disputes" holds="words">
        {hasParts ? <Parts payment={payment} /> : '—'}
      </Cell>
      <Cell holds="buttons">
        <Actions payment={payment} refundsAs={refundsAs} />
      </Cell>
    </tr>
  )
}

function Account({ payment }: { payment: OperatorCardPayment }) {
  return (
    <>
      <div className={styles.sub}>{payment.account_id}</div>
      {payment.processor_id !== null && <div className={styles.sub}>{payment.processor_id}</div>}
    </>
  )
}

/** Refunds with how far they are, and what the bank says about disputes. */
function Parts({ payment: { refunds, disputes } }: Pick<PaymentRowProps, 'payment'>) {
  return (
    <>
      {refunds.map(({ id, micro_usd, state }) => (
        <div key={id}>
          {formatMoneyExact(micro_usd)} {refundWords[state]}
        </div>
      ))}
      {disputes.map(({ opened_at, micro_usd, state, reason }) => (
        <div key={opened_at}>
          Dispute of {formatMoneyExact(micro_usd)} ({reasonWords(reason)})
          <div className={styles.sub}>{disputeWords[state]}</div>
        </div>
      ))}
    </>
  )
}

function Actions({ payment, refundsAs }: PaymentRowProps) {
  const isRefundable = refundsAs !== null && payment.refundable_micro_usd > 0
  return (
    <span className={styles.buttons}>
      {payment.pay_url !== null && (
        <Button
          size="xs"
          component="a"
          href={payment.pay_url}
          aria-label={`Pay ${formatMoneyExact(payment.micro_usd)} now`}
        >
          Pay now
        </Button>
      )}
      {isRefundable && <RefundButton payment={payment} as={refundsAs} />}
    </span>
  )
}
