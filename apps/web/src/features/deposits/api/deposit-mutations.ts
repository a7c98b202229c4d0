import type { DepositChain, DepositToken } from '@gridloom/contract/deposits/deposit-options'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useRuntime } from '../../../api/runtime.tsx'

/** Creates the deposit address of the active account. */
export function useCreateDepositAddress() {
  const { client } = useRuntime()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (chain_id: number) => client.deposits.createAddress({ body: { chain_id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.deposits }),
  })
}

interface Payment {
  token: DepositToken
  to: string
  amount: bigint
}

/** Sends a token from the connected wallet to the deposit address. What arrives is found on the chain. */
export function usePayFromWallet({ chain }: DepositChain) {
  const { wallet, toasts } = useRuntime()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: async ({ token, to, amount }: Payment) => {
      const account = wallet.store.getState().account ?? (await wallet.ask())
      if (account === undefined) return undefined
      const engine = await wallet.engine()
      if (wallet.store.getState().account?.chainId !== chain.id) await engine.switchChain(chain.id)
      return engine.sendToken({ chainId: chain.id, token: token.address, to, amount })
    },
    onSuccess: (hash) => {
      if (hash !== undefined)
        toasts.show({
          type: 'success',
          message: 'Payment sent. It appears below once it is in a block.',
        })
    },
  })
}
