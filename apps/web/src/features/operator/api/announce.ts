import type { BodyInput } from '@gridloom/contract/core/endpoint'
import type { operator } from '@gridloom/contract/operator/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient, useToasts } from '../../../api/runtime.tsx'
import { operatorKeys } from '../../../shared/operator/operator-keys.ts'

export type NewAnnouncement = BodyInput<typeof operator.announce>

/** Publishes an announcement to all users. */
export function useAnnounce() {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (body: NewAnnouncement) => client.operator.announce({ body }),
    onSuccess: ({ state }) => {
      const message = state === 'scheduled' ? 'Announcement scheduled' : 'Announcement published'
      toasts.show({ type: 'success', message })
      return queryClient.invalidateQueries({ queryKey: operatorKeys.announcements })
    },
  })
}
