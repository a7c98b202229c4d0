import type { NotificationSettings } from '@gridloom/contract/accounts/notification-settings'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { accountKeys } from './account-keys.ts'

/** Changes which notifications are sent by email. The update is optimistic: a switch moves back when saving fails. */
export function useChangeNotifications() {
  const client = useClient()
  const queryClient = useQueryClient()
  const queryKey = accountKeys.notifications
  return useMutation({
    mutationFn: (change: Partial<NotificationSettings>) =>
      client.accounts.changeNotifications({ body: change }),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData<NotificationSettings>(queryKey)
      if (before) queryClient.setQueryData(queryKey, { ...before, ...change })
      return before
    },
    onError: (_error, _change, before) => queryClient.setQueryData(queryKey, before),
    onSuccess: (settings) => queryClient.setQueryData(queryKey, settings),
  })
}
