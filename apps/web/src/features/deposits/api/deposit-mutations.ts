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

/** Pays by a signature of the connected wallet. The platform sends it and pays the gas; what arrives is found on the chain. */
export function usePayWithoutGas({ chain }: DepositChain) {
  const { client, wallet, toasts } = useRuntime()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: async ({ token, amount }: Omit<Payment, 'to'>) => {
      const account = wallet.store.getState().account ?? (await wallet.ask())
      if (account === undefined) return undefined
      const engine = await wallet.engine()
      const payer = account.address.toLowerCase()
      const created = await client.deposits.createGasless({
        body: { chain_id: chain.id, token: token.address, payer, amount: String(amount) },
      })
      if (wallet.store.getState().account?.chainId !== chain.id) await engine.switchChain(chain.id)
      const signature = await engine.signTypedData(created.typed_data ?? '')
      const params = { id: created.id }
      return client.deposits.signGasless({ params, body: { signature } })
    },
    onSuccess: async (payment) => {
      if (payment === undefined) return
      toasts.show({ type: 'success', message: 'Payment signed. It is sent without gas from you.' })
      await queryClient.invalidateQueries({ queryKey: keys.depositGasless })
    },
  })
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
