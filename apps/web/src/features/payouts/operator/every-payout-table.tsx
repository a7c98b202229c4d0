import type { OperatorPayout } from '@gridloom/contract/payouts/treasury'
import { Money } from '../../../ui/components/money.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { Currency, Target, Transaction } from '../payout-target.tsx'
import { operatorWait, payoutStatus } from '../payout-words.ts'
import styles from '../payouts.module.css'
import { Decide } from './decide.tsx'

const columns: readonly Column[] = [
  { text: 'Payout' },
  { text: 'State' },
  { text: 'Payee' },
  { text: 'To' },
  { text: 'Requested' },
  { text: 'Actions', head: 'hidden' },
]

/** The payouts of all accounts. */
export function EveryPayoutTable({ payouts }: { payouts: readonly OperatorPayout[] }) {
  return (
    <Table label="All payouts" columns={columns}>
      {payouts.map((payout) => (
        <Row key={payout.id} payout={payout} />
      ))}
    </Table>
  )
}

function Row({ payout }: { payout: OperatorPayout }) {
  const { payee } = payout
  return (
    <tr>
      <RowHead>
        <div className={styles.amount}>
          <Money microUsd={payout.micro_usd} />
        </div>
        {payout.company !== null && <div className={styles.sub}>{payout.company}</div>}
        <div className={styles.sub}>{payout.email}</div>
        <Currency payout={payout} />
      </RowHead>
      <Cell label="State" holds="words">
        <StatusBadge look="plain" {...payoutStatus(payout)} />
        <Why payout={payout} />
        <Transaction payout={payout} />
      </Cell>
      <Cell label="Payee" holds="words">
        {payee === null ? '—' : `${payee.name}, ${payee.country}`}
        {payee !== null && payee.tax_id !== null && (
          <div className={styles.sub}>{payee.tax_id}</div>
        )}
      </Cell>
      <Cell label="To" holds="words">
        <Target payout={payout} />
      </Cell>
      <Cell label="Requested">
        <TimeAgo at={payout.requested_at} />
      </Cell>
      <Cell holds="buttons">
        <Decide payout={payout} />
      </Cell>
    </tr>
  )
}

function Why({ payout }: { payout: OperatorPayout }) {
  const { approvals, waits_for: wait, reason } = payout
  return (
    <>
      {approvals.needed > 0 && (
        <div className={styles.sub}>
          {approvals.given} of {approvals.needed} approved
          {payout.approved_by_me && ', one of them you'}
        </div>
      )}
      {wait !== null && <div className={styles.sub}>{operatorWait(wait)}</div>}
      {payout.method === 'wallet' && payout.batch_payouts !== null && (
        <div className={styles.sub}>In a batch of {payout.batch_payouts}</div>
      )}
      {payout.method === 'bank' && payout.file_number !== null && (
        <div className={styles.sub}>File {payout.file_number}</div>
      )}
      {reason !== null && <div className={styles.sub}>{reason}</div>}
    </>
  )
}
