import type { AccountId } from '@gridloom/contract/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { detailsQuery } from '../../api/queries.ts'
import { useRuntime } from '../../api/runtime.tsx'
import { listAbove } from './list-above.ts'

/** Whom a session is to work for. */
export interface Worker {
  /** `null`: oneself. */
  companyId: AccountId | null
  /** How the message calls them: `Acme`, `yourself`. */
  name: string
}

/**
 * Has the session work for a company, or for the person again. From the new details on, everything that
 * the page shows is asked anew (api/session/mirror-answers.ts), and the event stream is opened anew.
 */
export function useWorkAs() {
  const { client, signIn, toasts } = useRuntime()
  const queryClient = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationFn: ({ companyId }: Worker) => client.auth.actAs({ body: { company_id: companyId } }),
    onSuccess: async ({ token }, { name }) => {
      signIn(token)
      await queryClient.fetchQuery({ ...detailsQuery(client), staleTime: 0 })
      toasts.show({ type: 'success', message: `Switched to ${name}` })
      const above = listAbove(router.state.location.pathname)
      if (above !== undefined) await router.navigate({ to: above })
    },
  })
}
