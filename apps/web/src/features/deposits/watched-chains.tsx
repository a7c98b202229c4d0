import type { DepositAlarm, WatchedChain } from '@gridloom/contract/deposits/deposit-options'
import type { Relayer, RelayerWait } from '@gridloom/contract/deposits/gasless'
import { shortAddress } from '@gridloom/domain/wallet/address'
import { formatTokenAmount } from '@gridloom/domain/wallet/token-amount'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../api/runtime.tsx'
import { Item, ItemList, Line } from '../../ui/components/item-list.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Section } from '../../ui/components/section.tsx'
import { StatusBadge } from '../../ui/components/status-badge.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { depositChainsQuery } from './api/deposit-queries.ts'
import { DepositItem } from './deposit-list.tsx'

const alarmWords = {
  unreachable: 'Unreachable',
  endpoints_disagree: 'Endpoints disagree',
  contracts_differ: 'Contracts differ from the configuration',
  decimals_differ: 'Decimals differ from the configuration',
  reorg_too_deep: 'Reorganisation too deep',
  block_too_large: 'Block too large',
  chain_stalled: 'No new blocks',
} as const satisfies Record<DepositAlarm, string>

const waitWords = {
  no_gas: 'Not offered: add coins for gas',
  gas_price: 'Not offered: gas costs more than the cap',
  chain_down: 'Not offered: the endpoint is unreachable',
} as const satisfies Record<RelayerWait, string>

/** For the operator: the watched chains with their alarms, and the deposits of all accounts that need attention. */
export function WatchedChains() {
  const watched = useQuery(depositChainsQuery(useClient()))
  return (
    <Loaded query={watched} what="the watched chains">
      {({ chains, deposits }) => (
        <>
          <Section title="Watched networks" note="Operator" inset="flush">
            <ItemList label="Watched networks">
              {chains.map((chain) => (
                <ChainItem key={chain.chain.id} watched={chain} />
              ))}
            </ItemList>
          </Section>
          {deposits.length > 0 && (
            <Section title="Not credited or reversed" note="All accounts" inset="flush">
              <ItemList label="Not credited or reversed">
                {deposits.map((deposit) => (
                  <DepositItem key={deposit.id} deposit={deposit} />
                ))}
              </ItemList>
            </Section>
          )}
        </>
      )}
    </Loaded>
  )
}

function ChainItem({ watched }: { watched: WatchedChain }) {
  const { chain, alarm, alarm_detail, alarm_since, scanned_height, settled_height } = watched
  const badge =
    alarm === null ? (
      <StatusBadge
        tone={scanned_height === null ? 'idle' : 'good'}
        word={scanned_height === null ? 'Starting' : 'Watching'}
      />
    ) : (
      <StatusBadge tone="bad" word={alarmWords[alarm]} />
    )
  return (
    <Item title={chain.name} badge={badge}>
      <Line
        facts={[
          { key: 'scanned', fact: `read up to block ${scanned_height ?? '—'}` },
          { key: 'settled', fact: `decided up to ${settled_height ?? '—'}` },
          { key: 'since', fact: alarm_since === null ? null : <TimeAgo at={alarm_since} /> },
          { key: 'detail', fact: alarm_detail },
        ]}
      />
      {watched.relayer !== null && <RelayerLine watched={watched} relayer={watched.relayer} />}
    </Item>
  )
}

interface RelayerLineProps {
  watched: WatchedChain
  relayer: Relayer
}

/** Who sends payments without gas, with what keeps them from being sent. */
function RelayerLine({ watched, relayer }: RelayerLineProps) {
  const { native_currency: coin } = watched.chain
  const held =
    relayer.coin === null
      ? null
      : `${formatTokenAmount(relayer.coin, coin.decimals)} ${coin.symbol}`
  return (
    <>
      <Line
        facts={[
          { key: 'relayer', fact: `Relayer ${shortAddress(relayer.address)}` },
          { key: 'held', fact: held },
          { key: 'open', fact: `${relayer.in_progress} in progress` },
          { key: 'wait', fact: relayer.wait === null ? null : waitWords[relayer.wait] },
          {
            key: 'since',
            fact: relayer.wait_since === null ? null : <TimeAgo at={relayer.wait_since} />,
          },
        ]}
      />
      {relayer.token_problems.map(({ symbol, problem }) => (
        <Line key={symbol} facts={[{ key: 'problem', fact: `${symbol}: ${problem}` }]} />
      ))}
    </>
  )
}
