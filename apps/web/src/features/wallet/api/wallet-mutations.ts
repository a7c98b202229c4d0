import type { LinkedWallet } from '@gridloom/contract/auth/wallet'
import type { WalletId } from '@gridloom/contract/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useRuntime } from '../../../api/runtime.tsx'
import { signMessage } from '../../../shared/wallet/sign-message.ts'

/** Links the connected address: the wallet signs a message of the server. */
export function useLinkWallet() {
  const { client, wallet, toasts } = useRuntime()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: async () => {
      const signed = await signMessage(wallet, (signer) =>
        client.auth.walletMessage({ body: { ...signer, purpose: 'link' } }),
      )
      const label = wallet.store.getState().account?.wallet ?? 'Wallet'
      return client.auth.linkWallet({ body: { ...signed, label: label.slice(0, 60) } })
    },
    onSuccess: () => {
      toasts.show({ type: 'success', message: 'Wallet linked' })
      return queryClient.invalidateQueries({ queryKey: keys.wallets })
    },
  })
}

/** Removes a linked address; the server refuses to remove the last sign-in method. */
export function useRemoveWallet() {
  const { client } = useRuntime()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: ({ id }: LinkedWallet) => client.auth.removeWallet({ params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.wallets }),
  })
}

/** Changes the label of a linked address. */
export function useRenameWallet() {
  const { client } = useRuntime()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: ({ id, label }: { id: WalletId; label: string }) =>
      client.auth.renameWallet({ params: { id }, body: { label } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.wallets }),
  })
}
