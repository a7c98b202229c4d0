import type { OperatorSettings } from '@gridloom/contract/operator/settings'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient, useToasts } from '../../../api/runtime.tsx'
import { operatorKeys } from './operator-keys.ts'

/** Sets the welcome credit of new accounts. */
export function useWriteSettings() {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (body: OperatorSettings) => client.operator.writeSettings({ body }),
    onSuccess: (settings) => {
      queryClient.setQueryData(operatorKeys.settings, settings)
      toasts.show({ type: 'success', message: 'Welcome credit saved' })
    },
  })
}
