import type { Chain } from '@gridloom/contract/wallet/chain'
import type { Token } from '@gridloom/contract/wallet/token'
import { checksumAddress } from '@gridloom/domain/wallet/address'
import { formatTokenAmount } from '@gridloom/domain/wallet/token-amount'
import { IconExternalLink } from '@tabler/icons-react'
import { CopyButton } from '../../../ui/components/copy.tsx'
import { type Fact, Facts } from '../../../ui/components/facts.tsx'
import { Money } from '../../../ui/components/money.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import styles from '../wallet.module.css'
import { TokenHolding } from './token-holding.tsx'

interface TokenSectionProps {
  token: Token
  chain: Chain | undefined
}

/** One token: what its contract states, how it is used here, and what the connected wallet holds. */
export function TokenSection({ token, chain }: TokenSectionProps) {
  const { facts } = token
  const title = facts === null ? 'Token' : `${facts.name} (${facts.symbol})`
  return (
    <Section title={title} note={chain?.name}>
      <div className={styles.stack}>
        <Problem token={token} chain={chain} />
        <Facts facts={factsOf(token, chain)} />
        <TokenHolding token={token} chain={chain} />
      </div>
    </Section>
  )
}

function Problem({ token: { problem, facts }, chain }: TokenSectionProps) {
  if (problem === null) return null
  const text =
    problem === 'not_a_token'
      ? 'There is no token at this address.'
      : `${chain?.name ?? 'The chain'} is not responding.`
  return (
    <p className={styles.problem} role="status">
      {text}
      {problem === 'chain_down' && facts !== null && (
        <>
          {' '}
          Last read <TimeAgo at={facts.read_at} />.
        </>
      )}
    </p>
  )
}

function factsOf({ facts, address, earn, spend }: Token, chain: Chain | undefined): Fact[] {
  const all: Fact[] = []
  if (facts !== null)
    all.push({
      name: 'Total supply',
      value: `${formatTokenAmount(facts.supply, facts.decimals)} ${facts.symbol}`,
    })
  if (facts?.price)
    all.push({
      name: 'Price',
      value: (
        <>
          <Money microUsd={facts.price.micro_usd} /> <TimeAgo at={facts.price.at} />
        </>
      ),
    })
  all.push({ name: 'Contract', value: <Contract address={address} chain={chain} /> })
  if (earn !== null) all.push({ name: 'How to earn it', value: earn })
  if (spend !== null) all.push({ name: 'What it is for', value: spend })
  return all
}

function Contract({ address, chain }: { address: string; chain: Chain | undefined }) {
  const shown = checksumAddress(address)
  return (
    <span className={styles.contract}>
      <span className={styles.address}>{shown}</span>
      <CopyButton text={shown} label="Copy contract address" />
      {chain?.block_explorer && (
        <a
          className={styles.link}
          href={`${chain.block_explorer.url}/token/${shown}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          {chain.block_explorer.name} <IconExternalLink size={14} aria-hidden />
        </a>
      )}
    </span>
  )
}
