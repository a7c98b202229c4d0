import type { Client } from '@gridloom/client/calls'
import type { OfferAlertId } from '@gridloom/contract/core/ids'
import type { NewOfferAlert } from '@gridloom/contract/market/alert'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient, useToasts } from '../../../api/runtime.tsx'

/** Fetches the alerts of the active account. */
export function alertsQuery(client: Client) {
  return queryOptions({
    queryKey: [...keys.offers, 'alerts'],
    queryFn: ({ signal }) => client.market.listAlerts({ signal }),
  })
}

/** Saves an alert. */
export function useCreateAlert() {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const message = 'Alert saved. You’ll get one email when a matching offer is available.'
  return useMutation({
    mutationFn: (body: NewOfferAlert) => client.market.createAlert({ body }),
    onSuccess: () => {
      toasts.show({ type: 'success', message })
      return queryClient.invalidateQueries({ queryKey: alertsQuery(client).queryKey })
    },
  })
}

/** Deletes an alert. */
export function useDeleteAlert() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: OfferAlertId) => client.market.deleteAlert({ params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: alertsQuery(client).queryKey }),
  })
}
