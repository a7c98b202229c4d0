import type { OperatorSettingsChange } from '@gridloom/contract/operator/settings'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient, useToasts } from '../../../api/runtime.tsx'
import { operatorKeys } from '../../../shared/operator/operator-keys.ts'

/** Changes the settings that are given, and shows `saved` in a toast. */
export function useWriteSettings(saved: string) {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (body: OperatorSettingsChange) => client.operator.writeSettings({ body }),
    onSuccess: (settings) => {
      queryClient.setQueryData(operatorKeys.settings, settings)
      void queryClient.invalidateQueries({ queryKey: keys.config })
      toasts.show({ type: 'success', message: saved })
    },
  })
}
