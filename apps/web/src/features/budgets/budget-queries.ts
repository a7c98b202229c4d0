import type { Client } from '@gridloom/client/calls'
import type {
  AccountBudgetSettings,
  BudgetOfAccount,
} from '@gridloom/contract/budgets/account-budget'
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

/** Sets the budget of the account, or of a project; `null` removes it. */
export function useChangeBudget(onSuccess: () => void, project?: string) {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: (body: AccountBudgetSettings | null) => change(client, project, body),
    meta: { problem: 'shown-in-place' },
    onSuccess: (found) => {
      if (project === undefined) queryClient.setQueryData(keys.accountBudget, found)
      // @NOTE refetched in the background: a failure is shown where the data is used
      else void queryClient.invalidateQueries({ queryKey: keys.projects })
      toasts.show({
        type: 'success',
        message: found.budget === null ? 'Budget removed' : 'Budget saved',
      })
      onSuccess()
    },
  })
}

function change(
  { budgets }: Client,
  project: string | undefined,
  body: AccountBudgetSettings | null,
): Promise<BudgetOfAccount> {
  if (project === undefined)
    return body === null ? budgets.removeAccount() : budgets.changeAccount({ body })
  const params = { project }
  return body === null ? budgets.removeProject({ params }) : budgets.changeProject({ params, body })
}
