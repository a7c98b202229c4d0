import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient, useToasts } from '../../../api/runtime.tsx'
import { accountKeys } from './account-keys.ts'
import { makePasskey } from './make-passkey.ts'

/** Creates a passkey in the browser and stores it under a name. */
export function useAddPasskey() {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: async (name: string) => {
      const answer = await makePasskey(await client.auth.passkeyOptions())
      return client.auth.addPasskey({ body: { ...answer, name } })
    },
    onSuccess: ({ name }) => {
      toasts.show({ type: 'success', message: `Passkey ${name} added` })
      return queryClient.invalidateQueries({ queryKey: accountKeys.passkeys })
    },
  })
}
