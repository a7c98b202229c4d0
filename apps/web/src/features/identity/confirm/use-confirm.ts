import { useMutation } from '@tanstack/react-query'
import { answerWithPasskey } from '../../../lib/passkeys.ts'
import { useRuntime } from '../../../lib/runtime.tsx'

/** Proves who one is with the password, and lets what waits for it go on. */
export function useConfirmByPassword() {
  const { client, confirmations } = useRuntime()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (password: string) => client.identity.confirm({ body: { password } }),
    onSuccess: () => confirmations.settle('confirmed'),
  })
}

/** Proves who one is with a passkey. */
export function useConfirmByPasskey() {
  const { client, confirmations } = useRuntime()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: async () => {
      const body = await answerWithPasskey(await client.identity.passkeyLoginOptions())
      return client.identity.passkeyConfirm({ body })
    },
    onSuccess: () => confirmations.settle('confirmed'),
  })
}
