import type { Client } from '@gridloom/client/calls'
import type { api } from '@gridloom/contract/api'
import type { ChangeAutoOrder } from '@gridloom/contract/auto-orders/auto-order'
import type { BodyInput } from '@gridloom/contract/core/endpoint'
import type { AutoOrderId } from '@gridloom/contract/core/ids'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../api/query-keys.ts'
import { useClient } from '../../api/runtime.tsx'

/** Fetches the automatic orders of the account. */
export function autoOrdersQuery(client: Client) {
  return queryOptions({
    queryKey: [...keys.autoOrders, 'own'],
    queryFn: ({ signal }) => client.autoOrders.list({ signal }),
  })
}

/** What an automatic order is compared with the market by. */
export interface PreviewedOrder {
  query: string
  slots: number
  disk_gb: number
  max_price_micro_usd_per_hour?: number
}

/** Fetches how many offers match now, and the cheapest price. */
export function autoOrderPreviewQuery(client: Client, wanted: PreviewedOrder) {
  return queryOptions({
    queryKey: [...keys.offers, 'auto-order', wanted],
    queryFn: ({ signal }) => client.autoOrders.preview({ query: wanted, signal }),
    placeholderData: keepPreviousData,
  })
}

/** A change of automatic orders, after which they are fetched again. */
function useAutoOrderChange<Input, Output>(
  call: (client: Client, input: Input) => Promise<Output>,
) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => call(client, input),
    meta: { problem: 'shown-in-place' },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.autoOrders }),
  })
}

export function useCreateAutoOrder() {
  return useAutoOrderChange((client, body: BodyInput<typeof api.autoOrders.create>) =>
    client.autoOrders.create({ body }),
  )
}

export function useChangeAutoOrder(id: AutoOrderId) {
  return useAutoOrderChange((client, body: ChangeAutoOrder) =>
    client.autoOrders.change({ params: { id }, body }),
  )
}

export function useDeleteAutoOrder(id: AutoOrderId) {
  return useAutoOrderChange((client, _: undefined) => client.autoOrders.delete({ params: { id } }))
}
