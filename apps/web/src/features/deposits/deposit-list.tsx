import type { Deposit } from '@gridloom/contract/deposits/deposit'
import { formatUsdExact } from '@gridloom/domain/money-format'
import { shortAddress } from '@gridloom/domain/wallet/address'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../api/runtime.tsx'
import { Item, ItemList, Line } from '../../ui/components/item-list.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Section } from '../../ui/components/section.tsx'
import { EmptyState } from '../../ui/components/states.tsx'
import { StatusBadge } from '../../ui/components/status-badge.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { depositsQuery } from './api/deposit-queries.ts'
import { amountOf, rejectionWords, stateOf } from './deposit-words.ts'

/** The deposits of the active account. Their states change by themselves. */
export function DepositList() {
  const deposits = useQuery(depositsQuery(useClient()))
  return (
    <Section title="Deposits" inset="flush">
      <Loaded query={deposits} what="your deposits">
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No deposits yet">
              A deposit appears here as soon as it is in a block.
            </EmptyState>
          ) : (
            <ItemList label="Deposits">
              {list.map((deposit) => (
                <DepositItem key={deposit.id} deposit={deposit} />
              ))}
            </ItemList>
          )
        }
      </Loaded>
    </Section>
  )
}

/** One deposit: what arrived, from where, and how far it is. */
export function DepositItem({ deposit }: { deposit: Deposit }) {
  const { word, tone } = stateOf(deposit)
  return (
    <Item title={amountOf(deposit)} badge={<StatusBadge tone={tone} word={word} />}>
      <Line facts={factsOf(deposit)} />
    </Item>
  )
}

function factsOf(deposit: Deposit) {
  const { credited_micro_usd: microUsd, rejection, explorer_url: url } = deposit
  const credited = microUsd === null ? null : `${formatUsdExact(microUsd)} of credit`
  const reason = rejection === null ? null : rejectionWords[rejection]
  const link =
    url === null ? null : (
      <a href={url} target="_blank" rel="noreferrer">
        Transaction
      </a>
    )
  return [
    { key: 'reason', fact: reason },
    { key: 'credited', fact: credited },
    { key: 'chain', fact: deposit.chain_name },
    { key: 'from', fact: `from ${shortAddress(deposit.from)}` },
    { key: 'seen', fact: <TimeAgo at={deposit.seen_at} /> },
    { key: 'link', fact: link },
  ]
}
