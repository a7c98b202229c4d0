import type { OperatorAnnouncement } from '@gridloom/contract/operator/announcement'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { operatorKeys } from '../../../shared/operator/operator-keys.ts'

/** Withdraws an announcement. */
export function useWithdrawAnnouncement() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: ({ id }: OperatorAnnouncement) =>
      client.operator.withdrawAnnouncement({ params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: operatorKeys.announcements }),
  })
}
