import { useMutation } from '@tanstack/react-query'
import { useRuntime } from '../../../api/runtime.tsx'
import { openTab } from '../../../browser/open-tab.ts'
import { answerWithPasskey } from '../../../shared/auth/passkeys.ts'
import { signMessage } from '../../../shared/wallet/sign-message.ts'

/** Re-authenticates with the password, then lets the pending calls continue. */
export function useConfirmByPassword() {
  const { client, confirmations } = useRuntime()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (password: string) => client.auth.confirm({ body: { password } }),
    onSuccess: () => confirmations.settle('confirmed'),
  })
}

/** Re-authenticates at a connected provider in a new tab, which notifies this one when it is done. */
export function useConfirmByLogin() {
  const { client } = useRuntime()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: async (provider: string) => {
      // Opened synchronously within the click: browsers block a tab that is opened after a request.
      const tab = openTab()
      try {
        tab.lead((await client.auth.confirmByLogin({ params: { provider } })).url)
      } catch (error) {
        tab.close()
        throw error
      }
    },
  })
}

/** Re-authenticates with a passkey, then lets the pending calls continue. */
export function useConfirmByPasskey() {
  const { client, confirmations } = useRuntime()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: async () => {
      const body = await answerWithPasskey(await client.auth.passkeyLoginOptions())
      return client.auth.passkeyConfirm({ body })
    },
    onSuccess: () => confirmations.settle('confirmed'),
  })
}

/** Re-authenticates with a linked wallet, then lets the pending calls continue. */
export function useConfirmByWallet() {
  const { client, confirmations, wallet } = useRuntime()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: async () => {
      const body = await signMessage(wallet, (signer) =>
        client.auth.walletMessage({ body: { ...signer, purpose: 'confirm' } }),
      )
      return client.auth.walletConfirm({ body })
    },
    onSuccess: () => confirmations.settle('confirmed'),
  })
}
