import type { MachineId, ReviewId } from '@gridloom/contract/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Hides a review from everybody but its author and the provider, or shows it again. */
export function useHideReview(machineId: MachineId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, hidden }: { id: ReviewId; hidden: boolean }) =>
      client.reputation.hideReview({ params: { id }, body: { hidden } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.reviews(machineId) }),
  })
}
