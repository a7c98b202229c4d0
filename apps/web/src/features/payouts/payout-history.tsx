import type { Payout } from '@gridloom/contract/payouts/payout'
import { IconBuildingBank } from '@tabler/icons-react'
import { RemoveButton } from '../../shared/components/remove-button.tsx'
import { Money } from '../../ui/components/money.tsx'
import { Section } from '../../ui/components/section.tsx'
import { EmptyState } from '../../ui/components/states.tsx'
import { StatusBadge } from '../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../ui/components/table.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { formatMoneyExact } from '../../ui/format/money.ts'
import { Currency, Target, Transaction } from './payout-target.tsx'
import { payoutNote, payoutStatus } from './payout-words.ts'
import styles from './payouts.module.css'
import { useCancelPayout } from './payouts-api.ts'

const columns: readonly Column[] = [
  { text: 'Payout' },
  { text: 'State' },
  { text: 'Fee', align: 'number' },
  { text: 'To' },
  { text: 'Requested' },
  { text: 'Actions', head: 'hidden' },
]

/** Payouts, newest first. */
export function PayoutHistory({ payouts }: { payouts: readonly Payout[] }) {
  return (
    <Section title="History" inset="flush">
      {payouts.length === 0 ? (
        <EmptyState icon={<IconBuildingBank size={20} stroke={1.6} />} title="No payouts yet">
          Payouts that you request appear here.
        </EmptyState>
      ) : (
        <Table label="Payouts" columns={columns}>
          {payouts.map((payout) => (
            <Row key={payout.id} payout={payout} />
          ))}
        </Table>
      )}
    </Section>
  )
}

function Row({ payout }: { payout: Payout }) {
  const note = payoutNote(payout)
  return (
    <tr>
      <RowHead>
        <div className={styles.amount}>
          <Money microUsd={payout.micro_usd} />
        </div>
        <Currency payout={payout} />
      </RowHead>
      <Cell label="State" holds="words">
        <StatusBadge look="plain" {...payoutStatus(payout)} />
        {note && <div className={styles.sub}>{note}</div>}
        <Transaction payout={payout} />
      </Cell>
      <Cell label="Fee" align="number">
        <Money microUsd={payout.fee_micro_usd} />
      </Cell>
      <Cell label="To" holds="words">
        <Target payout={payout} />
      </Cell>
      <Cell label="Requested">
        <TimeAgo at={payout.requested_at} />
      </Cell>
      <Cell holds="buttons">{payout.state === 'requested' && <Cancel payout={payout} />}</Cell>
    </tr>
  )
}

function Cancel({ payout }: { payout: Payout }) {
  return (
    <RemoveButton
      thing={payout}
      word="Cancel"
      name={`payout of ${formatMoneyExact(payout.micro_usd)}`}
      confirmWord="Cancel payout"
      done="Payout cancelled"
      remove={useCancelPayout()}
    >
      Its money returns to your earnings.
    </RemoveButton>
  )
}
