import type { GaslessPayment, GaslessState } from '@gridloom/contract/deposits/gasless'
import { shortAddress } from '@gridloom/domain/wallet/address'
import { formatTokenAmount } from '@gridloom/domain/wallet/token-amount'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../api/runtime.tsx'
import { Item, ItemList, Line } from '../../ui/components/item-list.tsx'
import { Section } from '../../ui/components/section.tsx'
import { StatusBadge, type Tone } from '../../ui/components/status-badge.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { gaslessPaymentsQuery } from './api/deposit-queries.ts'
import styles from './deposits.module.css'

const shownMax = 5

/** States that are shown here: nothing was signed before, and what is mined is in the list of deposits. */
const shown = {
  received: { word: 'Waiting', tone: 'busy' },
  sent: { word: 'Sending', tone: 'busy' },
  failed: { word: 'Failed', tone: 'bad' },
  expired: { word: 'Expired', tone: 'warn' },
} as const satisfies Partial<Record<GaslessState, { word: string; tone: Tone }>>

/** Payments that were signed and are not in a block, also those that failed. Their states change by themselves. */
export function GaslessPayments() {
  const { data, error } = useQuery(gaslessPaymentsQuery(useClient()))
  if (error)
    return (
      <p className={styles.problem} role="alert">
        Payments without gas could not be loaded. They continue.
      </p>
    )
  const listed = (data ?? []).filter(({ state }) => state in shown).slice(0, shownMax)
  if (listed.length === 0) return null
  return (
    <Section title="Payments without gas" inset="flush">
      <ItemList label="Payments without gas">
        {listed.map((payment) => (
          <PaymentItem key={payment.id} payment={payment} />
        ))}
      </ItemList>
    </Section>
  )
}

function PaymentItem({ payment }: { payment: GaslessPayment }) {
  const look = Object.entries(shown).find(([state]) => state === payment.state)?.[1]
  const amount = formatTokenAmount(payment.amount, payment.token_decimals)
  const url = payment.explorer_url
  return (
    <Item
      title={`${amount} ${payment.token_symbol}`}
      badge={look && <StatusBadge tone={look.tone} word={look.word} />}
    >
      <Line
        facts={[
          { key: 'reason', fact: reasonOf(payment) },
          { key: 'chain', fact: payment.chain_name },
          { key: 'from', fact: `from ${shortAddress(payment.payer)}` },
          { key: 'at', fact: <TimeAgo at={payment.created_at} /> },
          {
            key: 'link',
            fact: url && (
              <a href={url} target="_blank" rel="noreferrer">
                Transaction
              </a>
            ),
          },
        ]}
      />
    </Item>
  )
}

function reasonOf({ state, reason }: GaslessPayment): string | null {
  if (state === 'expired') return 'Not sent in time. Nothing was taken'
  return reason === null ? null : `${reason}. Nothing was taken`
}
