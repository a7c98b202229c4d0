import type { Client } from '@gridloom/client/calls'
import type { MachineId, ReviewId } from '@gridloom/contract/core/ids'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient, useToasts } from '../../../api/runtime.tsx'

/** Fetches the last automatic credits that a machine paid to renters. */
export function creditsQuery(client: Client, id: MachineId) {
  return queryOptions({
    queryKey: keys.machineCredits(id),
    queryFn: ({ signal }) => client.reputation.listCredits({ params: { id }, signal }),
  })
}

/** Has a machine measured again for its score; the figures become facts when they arrive. */
export function useCheckAgain(id: MachineId) {
  const client = useClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: () => client.reputation.checkAgain({ params: { id } }),
    onSuccess: () =>
      toasts.show({ type: 'success', message: 'Measuring. The figures count in the score.' }),
  })
}

/** Answers a review, once. */
export function useAnswerReview(machineId: MachineId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, text }: { id: ReviewId; text: string }) =>
      client.reputation.answerReview({ params: { id }, body: { text } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.reviews(machineId) }),
  })
}
