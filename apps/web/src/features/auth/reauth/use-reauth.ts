import { useMutation } from '@tanstack/react-query'
import { useRuntime } from '../../../api/runtime.tsx'
import { openTab } from '../../../browser/open-tab.ts'
import { answerWithPasskey } from '../../../shared/auth/passkeys.ts'

/** Proves who one is with the password, and lets what waits for it go on. */
export function useConfirmByPassword() {
  const { client, confirmations } = useRuntime()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (password: string) => client.auth.confirm({ body: { password } }),
    onSuccess: () => confirmations.settle('confirmed'),
  })
}

/** Goes to a connected provider in a tab of its own; that tab tells this one when it is done. */
export function useConfirmByLogin() {
  const { client } = useRuntime()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: async (provider: string) => {
      // At once, while the click still counts: later a browser would not let a tab open.
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

/** Proves who one is with a passkey. */
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
