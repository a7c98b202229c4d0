import type { CoinQuote } from '@gridloom/contract/deposits/coin-quote'
import type { DepositChain } from '@gridloom/contract/deposits/deposit-options'
import { useMutation } from '@tanstack/react-query'
import { useRuntime } from '../../../api/runtime.tsx'

/**
 * Creates a quote for the connected wallet; before it, the wallet is connected and moved to the chain, so that neither
 * takes time of the quote. `undefined`: no wallet was chosen.
 */
export function useCreateCoinQuote({ chain }: DepositChain) {
  const { client, wallet } = useRuntime()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: async (micro_usd: number) => {
      const account = wallet.store.getState().account ?? (await wallet.ask())
      if (account === undefined) return undefined
      if (account.chainId !== chain.id) await (await wallet.engine()).switchChain(chain.id)
      const payer = account.address.toLowerCase()
      return client.deposits.createQuote({ body: { chain_id: chain.id, micro_usd, payer } })
    },
  })
}

/** Pays a quote with the wallet that it is for. Resolves with the transaction's hash. */
export function usePayCoinQuote() {
  const { wallet } = useRuntime()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: async ({ chain_id: chainId, payer: from, transaction }: CoinQuote) => {
      const engine = await wallet.engine()
      if (wallet.store.getState().account?.chainId !== chainId) await engine.switchChain(chainId)
      const { to, value, data } = transaction
      return engine.sendCoins({ chainId, from, to, value: BigInt(value), data })
    },
  })
}
