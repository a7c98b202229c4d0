import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient, useToasts } from '../../../api/runtime.tsx'

/** Creates a company, which the user then owns. */
export function useCreateCompany() {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (body: { name: string }) => client.companies.create({ body }),
    onSuccess: ({ name }) => {
      toasts.show({ type: 'success', message: `${name} was created` })
      return queryClient.invalidateQueries({ queryKey: keys.companies })
    },
  })
}
