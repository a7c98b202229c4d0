import type { AccountId } from '@gridloom/contract/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { detailsQuery } from '../../api/queries.ts'
import { useRuntime } from '../../api/runtime.tsx'
import { listAbove } from './list-above.ts'

/** The account to switch to. */
export interface AccountChoice {
  /** `null`: the personal account. */
  companyId: AccountId | null
  /** Name in the toast: `Acme`, `your personal account`. */
  name: string
}

/**
 * Switches the active account to a company or back to the personal account. Once the new details are loaded, all of the
 * account's queries are refetched (api/session/mirror-answers.ts) and the event stream is reopened.
 */
export function useSwitchAccount() {
  const { client, signIn, toasts } = useRuntime()
  const queryClient = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationFn: ({ companyId }: AccountChoice) =>
      client.auth.actAs({ body: { company_id: companyId } }),
    onSuccess: async ({ token }, { name }) => {
      signIn(token)
      await queryClient.fetchQuery({ ...detailsQuery(client), staleTime: 0 })
      toasts.show({ type: 'success', message: `Switched to ${name}` })
      const above = listAbove(router.state.location.pathname)
      if (above !== undefined) await router.navigate({ to: above })
    },
  })
}
