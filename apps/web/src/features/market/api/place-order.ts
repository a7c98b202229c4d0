import { ApiError } from '@gridloom/client/api-error'
import type { api } from '@gridloom/contract/api'
import type { BodyInput } from '@gridloom/contract/core/endpoint'
import type { InstanceId, QuoteId } from '@gridloom/contract/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { mayResend } from '../../../api/query-client.ts'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'

/** An order and the quote that locks its price. */
export interface OrderInput {
  readonly order: BodyInput<typeof api.instances.order>
  readonly quoteId: QuoteId
}

/**
 * Places an order. The quote's id is the idempotency key: a quote is valid for one order, so a double click cannot rent
 * twice, and an order whose response was lost is resent with the same key.
 */
export function usePlaceOrder(onRented: (id: InstanceId) => void) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ order, quoteId }: OrderInput) =>
      client.instances.order({ body: order, headers: { 'idempotency-key': quoteId } }),
    retry: mayResend,
    meta: { problem: 'shown-in-place' },
    onError: (error) => {
      // The next try is of the version that the renter then sees.
      if (error instanceof ApiError && error.code === 'template_changed')
        void queryClient.invalidateQueries({ queryKey: keys.templates })
    },
    onSuccess: ({ instance }) => {
      queryClient.setQueryData(keys.instance(instance.id), instance)
      void queryClient.invalidateQueries({ queryKey: keys.instances })
      void queryClient.invalidateQueries({ queryKey: keys.balance })
      void queryClient.invalidateQueries({ queryKey: keys.offers })
      onRented(instance.id)
    },
  })
}
