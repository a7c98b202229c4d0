import type { Chain } from '@gridloom/contract/wallet/chain'
import type { Token, TokenFacts } from '@gridloom/contract/wallet/token'
import { checksumAddress } from '@gridloom/domain/wallet/address'
import { formatTokenAmount } from '@gridloom/domain/wallet/token-amount'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useClient, useRuntime } from '../../../api/runtime.tsx'
import type { WalletAccount } from '../../../browser/wallet/wallet-types.ts'
import { useWalletAccount } from '../../../shared/wallet/use-wallet-account.ts'
import { walletProblem } from '../../../shared/wallet/wallet-problem.ts'
import { tokenBalancesQuery } from '../api/wallet-queries.ts'
import styles from '../wallet.module.css'

interface TokenHoldingProps {
  token: Token
  chain: Chain | undefined
}

/** What the connected wallet holds of a token, and the button that shows the token in the wallet. */
export function TokenHolding({ token, chain }: TokenHoldingProps) {
  const { wallet } = useRuntime()
  const account = useWalletAccount()
  const { facts } = token
  if (facts === null || chain === undefined) return null
  if (account === undefined)
    return (
      <div>
        <Button onClick={() => void wallet.ask()}>Connect wallet to see your balance</Button>
      </div>
    )
  return (
    <>
      <Balance token={token} facts={facts} account={account} />
      <InWallet token={token} facts={facts} chain={chain} account={account} />
    </>
  )
}

interface BalanceProps {
  token: Token
  facts: TokenFacts
  account: WalletAccount
}

function Balance({ token, facts, account }: BalanceProps) {
  const balances = useQuery(tokenBalancesQuery(useClient(), account.address))
  const own = balances.data?.find(
    ({ address, chain_id }) => address === token.address && chain_id === token.chain_id,
  )
  return (
    <p className={styles.text}>
      Your wallet holds{' '}
      <strong className="gl-num">
        {own === undefined || own.balance === null
          ? '—'
          : formatTokenAmount(own.balance, facts.decimals)}{' '}
        {facts.symbol}
      </strong>
      {own?.balance === null && ' (the chain is not responding)'}
    </p>
  )
}

/** Wallets show a token of the chain that they are connected to: on another one it is switched first. */
function InWallet({ token, facts, chain, account }: BalanceProps & { chain: Chain }) {
  const { wallet } = useRuntime()
  const isHere = account.chainId === chain.id
  const act = useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: async () => {
      const engine = await wallet.engine()
      const { symbol, decimals } = facts
      if (isHere)
        await engine.watchToken({ address: checksumAddress(token.address), symbol, decimals })
      else await engine.switchChain(chain.id)
    },
  })
  return (
    <>
      <div>
        <Button loading={act.isPending} onClick={() => act.mutate()}>
          {isHere ? 'Add to wallet' : `Switch wallet to ${chain.name}`}
        </Button>
      </div>
      {act.error && (
        <p className={styles.problem} role="alert">
          {walletProblem(act.error)}
        </p>
      )}
    </>
  )
}
