import type { Company } from '@gridloom/contract/companies/company'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient, useToasts } from '../../../api/runtime.tsx'
import { dropCompany } from './drop-company.ts'

/** Closes a company permanently; its remaining balance goes to the user who closes it. */
export function useCloseCompany() {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: ({ id }: Pick<Company, 'id' | 'name'>) =>
      client.companies.close({ params: { id } }),
    onSuccess: (_nothing, { id, name }) => {
      toasts.show({ type: 'success', message: `${name} was closed` })
      return dropCompany(queryClient, id)
    },
  })
}
