import type { Client } from '@gridloom/client/calls'
import type { AccountBudgetSettings } from '@gridloom/contract/budgets/account-budget'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../api/query-keys.ts'
import { useClient, useToasts } from '../../api/runtime.tsx'

/** Fetches the budget of the account; events of the balance refetch it. */
export function accountBudgetQuery(client: Client) {
  return queryOptions({
    queryKey: keys.accountBudget,
    queryFn: ({ signal }) => client.budgets.account({ signal }),
  })
}

/** Sets the budget; `null` removes it. */
export function useChangeBudget(onSuccess: () => void) {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: (body: AccountBudgetSettings | null) =>
      body === null ? client.budgets.removeAccount() : client.budgets.changeAccount({ body }),
    meta: { problem: 'shown-in-place' },
    onSuccess: (found) => {
      queryClient.setQueryData(keys.accountBudget, found)
      toasts.show({
        type: 'success',
        message: found.budget === null ? 'Budget removed' : 'Budget saved',
      })
      onSuccess()
    },
  })
}
