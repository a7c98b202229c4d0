import type { Client } from '@gridloom/client/calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import type { NewReview } from '@gridloom/contract/reputation/review'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient, useToasts } from '../../../api/runtime.tsx'

/** Fetches the renter's review of the machine of an instance, and whether it can be written. */
export function reviewQuery(client: Client, id: InstanceId) {
  return queryOptions({
    queryKey: keys.review(id),
    queryFn: ({ signal }) => client.reputation.readReview({ params: { id }, signal }),
  })
}

/** Writes or edits the review. */
export function useWriteReview(id: InstanceId) {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: (body: NewReview) => client.reputation.writeReview({ params: { id }, body }),
    onSuccess: (review) => {
      queryClient.setQueryData(keys.review(id), review)
      toasts.show({ type: 'success', message: 'Review saved.' })
    },
  })
}
