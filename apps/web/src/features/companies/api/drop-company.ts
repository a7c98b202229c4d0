import type { Company } from '@gridloom/contract/companies/company'
import type { AccountId } from '@gridloom/contract/core/ids'
import type { QueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'

/** Takes a company that one no longer belongs to off the page, before anything of it is asked for once more. */
export function dropCompany(queryClient: QueryClient, companyId: AccountId): Promise<void> {
  queryClient.setQueryData<Company[]>(keys.companies, (list) =>
    list?.filter(({ id }) => id !== companyId),
  )
  // @NOTE asked anew in the background: what fails to load says so where it is shown
  void queryClient.invalidateQueries({ queryKey: keys.balance })
  return queryClient.invalidateQueries({ queryKey: keys.details })
}
