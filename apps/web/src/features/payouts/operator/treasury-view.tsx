import type { Treasury, TreasurySource } from '@gridloom/contract/payouts/treasury'
import { shortAddress } from '@gridloom/domain/wallet/address'
import { IconBuildingBank } from '@tabler/icons-react'
import { Figure, FigureStrip } from '../../../ui/components/facts.tsx'
import { Money } from '../../../ui/components/money.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { operatorWait } from '../payout-words.ts'
import styles from '../payouts.module.css'

const columns: readonly Column[] = [
  { text: 'Paid in' },
  { text: 'Held', align: 'number' },
  { text: 'In progress', align: 'number' },
  { text: 'Covered' },
  { text: 'Sender' },
]

/** What the platform holds on chains and at Stripe, what it owes, and whether that is covered. */
export function TreasuryView({ treasury }: { treasury: Treasury }) {
  const { sources, bank, stripe, held_micro_usd: held, earned_micro_usd: earned } = treasury
  return (
    <>
      <FigureStrip>
        <Figure
          name="Held"
          value={held === null ? 'Unknown' : <Money microUsd={held} />}
          note={
            held === null ? 'A chain is not responding' : 'On chains, not in banks or at Stripe'
          }
        />
        <Figure
          name="Owed"
          value={<Money microUsd={earned + treasury.in_progress_micro_usd} />}
          note={coverageOf(treasury)}
        />
        <Figure
          name="In payouts"
          value={<Money microUsd={treasury.in_progress_micro_usd} />}
          note="Of what is owed"
        />
      </FigureStrip>
      <Section title="Treasury" inset="flush">
        {sources.length === 0 && bank === null && stripe === null ? (
          <EmptyState
            icon={<IconBuildingBank size={20} stroke={1.6} />}
            title="Payouts are not set up"
          >
            Set the variable PAYOUTS of the server to the stablecoins that payouts are made in,
            PAYOUT_BANK to a bank account, or PAYOUT_STRIPE for Stripe.
          </EmptyState>
        ) : (
          <Table label="Treasury" columns={columns}>
            {sources.map((source) => (
              <Row key={`${source.chain_id} ${source.token}`} source={source} />
            ))}
            {bank !== null && <BankRow bank={bank} />}
            {stripe !== null && <StripeRow stripe={stripe} />}
          </Table>
        )}
      </Section>
    </>
  )
}

function coverageOf({ sources, bank, stripe, covered }: Treasury): string {
  if (sources.length === 0) return 'See each row for what covers it'
  const aside = [...(bank === null ? [] : ['bank']), ...(stripe === null ? [] : ['Stripe'])]
  if (aside.length > 0)
    return `${covered ? 'Covered' : 'Not covered'}, ${aside.join(' and ')} payouts aside`
  return covered ? 'Covered by what is held' : 'Not covered by what is held'
}

function BankRow({ bank }: { bank: NonNullable<Treasury['bank']> }) {
  return (
    <tr>
      <RowHead>
        <div className={styles.name}>US dollars</div>
        <div className={styles.sub}>Bank account</div>
      </RowHead>
      <Cell label="Held" align="number">
        Not read
      </Cell>
      <Cell label="In progress" align="number">
        <Money microUsd={bank.in_progress_micro_usd} />
      </Cell>
      <Cell label="Covered" holds="words">
        Stated in each file
      </Cell>
      <Cell label="Sender" holds="words">
        {bank.iban}
      </Cell>
    </tr>
  )
}

function StripeRow({ stripe }: { stripe: NonNullable<Treasury['stripe']> }) {
  const { available_micro_usd: available, waits_for: wait } = stripe
  return (
    <tr>
      <RowHead>
        <div className={styles.name}>US dollars</div>
        <div className={styles.sub}>Stripe</div>
      </RowHead>
      <Cell label="Held" align="number">
        {available === null ? 'Unknown' : <Money microUsd={available} />}
      </Cell>
      <Cell label="In progress" align="number">
        <Money microUsd={stripe.in_progress_micro_usd} />
      </Cell>
      <Cell label="Covered" holds="words">
        <Covered isCovered={stripe.covered} />
        {wait !== null && (
          <div className={styles.sub}>
            {wait === 'not_covered' ? 'Top up the balance at Stripe' : operatorWait(wait)}
          </div>
        )}
      </Cell>
      <Cell label="Sender" holds="words">
        Balance at Stripe
      </Cell>
    </tr>
  )
}

function Covered({ isCovered }: { isCovered: boolean }) {
  return (
    <StatusBadge
      look="plain"
      {...(isCovered ? { tone: 'good', word: 'Covered' } : { tone: 'bad', word: 'Not covered' })}
    />
  )
}

function Row({ source }: { source: TreasurySource }) {
  const { held_micro_usd: held, waits_for: wait } = source
  return (
    <tr>
      <RowHead>
        <div className={styles.name}>{source.symbol}</div>
        <div className={styles.sub}>{source.chain_name}</div>
      </RowHead>
      <Cell label="Held" align="number">
        {held === null ? 'Unknown' : <Money microUsd={held} />}
      </Cell>
      <Cell label="In progress" align="number">
        <Money microUsd={source.in_progress_micro_usd} />
      </Cell>
      <Cell label="Covered" holds="words">
        <Covered isCovered={source.covered} />
        {wait !== null && <div className={styles.sub}>{operatorWait(wait)}</div>}
      </Cell>
      <Cell label="Sender" holds="words">
        <div className={styles.address}>{source.sender}</div>
        <div className={styles.sub}>
          {source.batch_contract === null
            ? 'One payout a transaction'
            : `Batches by ${shortAddress(source.batch_contract)}`}
        </div>
      </Cell>
    </tr>
  )
}
