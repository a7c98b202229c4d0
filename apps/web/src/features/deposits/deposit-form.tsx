import type { DepositChain, DepositToken } from '@gridloom/contract/deposits/deposit-options'
import { coinAddress } from '@gridloom/domain/deposits/coin-quotes'
import { formatUsd } from '@gridloom/domain/money-format'
import { checksumAddress } from '@gridloom/domain/wallet/address'
import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { QrCode } from '../../shared/wallet/qr-code.tsx'
import { CopyLine } from '../../ui/components/copy.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { useCreateDepositAddress } from './api/deposit-mutations.ts'
import styles from './deposits.module.css'
import { PayFromWallet } from './pay-from-wallet.tsx'
import { PayWithCoin } from './pay-with-coin.tsx'

/** The choice of a chain and a token or its coin, and how to pay with it. */
export function DepositForm({ chains }: { chains: readonly DepositChain[] }) {
  const [chainId, setChainId] = useState<number>()
  const [tokenAddress, setTokenAddress] = useState<string>()
  const chain = chains.find((one) => one.chain.id === chainId) ?? chains[0]
  const token = chain?.tokens.find(({ address }) => address === tokenAddress) ?? chain?.tokens[0]
  if (chain === undefined || token === undefined) return null
  const coin = tokenAddress === coinAddress ? chain.coin : null
  return (
    <div className={styles.stack}>
      <div className={styles.choices}>
        <Select
          label="Network"
          data={chains.map((one) => ({ value: String(one.chain.id), label: one.chain.name }))}
          value={String(chain.chain.id)}
          allowDeselect={false}
          onChange={(value) => setChainId(Number(value))}
        />
        <Select
          label="Token"
          data={assetsOf(chain)}
          value={coin === null ? token.address : coinAddress}
          allowDeselect={false}
          onChange={(value) => setTokenAddress(value ?? undefined)}
        />
      </div>
      <ChainStatus chain={chain} />
      {coin === null ? (
        <TokenDeposit chain={chain} token={token} />
      ) : (
        <PayWithCoin key={chain.chain.id} chain={chain} offer={coin} />
      )}
    </div>
  )
}

/** What can be deposited on a chain: its tokens, and its own coin. */
function assetsOf({ chain, tokens, coin }: DepositChain) {
  const own = { value: coinAddress, label: chain.native_currency.symbol }
  return [
    ...tokens.map(({ address, symbol }) => ({ value: address, label: symbol })),
    ...(coin === null ? [] : [own]),
  ]
}

function TokenDeposit({ chain, token }: { chain: DepositChain; token: DepositToken }) {
  if (chain.address === null) return <CreateAddress chain={chain} />
  return <Address chain={chain} token={token} address={checksumAddress(chain.address)} />
}

function ChainStatus({ chain }: { chain: DepositChain }) {
  if (chain.status === 'unavailable')
    return (
      <p className={styles.warning} role="status">
        Deposits on {chain.chain.name} are not available now: its contracts are not verified.
      </p>
    )
  if (chain.status === 'unreachable')
    return (
      <p className={styles.warning} role="status">
        {chain.chain.name} is unreachable
        {chain.unreachable_since !== null && (
          <>
            {' '}
            since <TimeAgo at={chain.unreachable_since} />
          </>
        )}
        . Deposits are credited when it responds again.
      </p>
    )
  if (chain.status === 'stalled')
    return (
      <p className={styles.warning} role="status">
        {chain.chain.name} has had no new blocks
        {chain.unreachable_since !== null && (
          <>
            {' '}
            since <TimeAgo at={chain.unreachable_since} />
          </>
        )}
        . Deposits are credited when blocks arrive again.
      </p>
    )
  return null
}

function CreateAddress({ chain }: { chain: DepositChain }) {
  const create = useCreateDepositAddress()
  if (chain.status === 'unavailable') return null
  return (
    <div>
      <Button
        variant="filled"
        loading={create.isPending}
        onClick={() => create.mutate(chain.chain.id)}
      >
        Show my deposit address
      </Button>
    </div>
  )
}

interface AddressProps {
  chain: DepositChain
  token: DepositToken
  /** In its checksum form. */
  address: string
}

function Address({ chain, token, address }: AddressProps) {
  return (
    <div className={styles.columns}>
      <div className={styles.stack}>
        <CopyLine text={address} label="Deposit address" />
        <p className={styles.warning}>
          Send only {chain.tokens.map(({ symbol }) => symbol).join(' or ')} on {chain.chain.name}.
          Other tokens, and tokens on other networks, are not credited.
        </p>
        <p className={styles.note}>
          1 {token.symbol} is {formatUsd(1_000_000)} of credit. Minimum{' '}
          {formatUsd(chain.minimum_micro_usd)}. Credited{' '}
          {chain.finality === 'finalized'
            ? 'when the network has finalized the block'
            : `after ${chain.finality} confirmations`}
          . The token’s contract:{' '}
          <span className={styles.from}>{checksumAddress(token.address)}</span>
        </p>
        <PayFromWallet key={`${chain.chain.id} ${token.address}`} {...{ chain, token, address }} />
      </div>
      <QrCode text={address} />
    </div>
  )
}
