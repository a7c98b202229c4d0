import type { Company } from '@gridloom/contract/companies/company'
import type { AccountId } from '@gridloom/contract/core/ids'
import type { QueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'

/** Removes a company that the user has left or closed from the page, before any of its data is refetched. */
export function dropCompany(queryClient: QueryClient, companyId: AccountId): Promise<void> {
  queryClient.setQueryData<Company[]>(keys.companies, (list) =>
    list?.filter(({ id }) => id !== companyId),
  )
  // @NOTE refetched in the background: the balance itself shows a failure to load
  void queryClient.invalidateQueries({ queryKey: keys.balance })
  return queryClient.invalidateQueries({ queryKey: keys.details })
}
