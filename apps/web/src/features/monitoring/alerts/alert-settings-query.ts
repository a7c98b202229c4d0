import type { Client } from '@gridloom/client/calls'
import type { GpuAlertSettings } from '@gridloom/contract/monitoring/gpu-alert'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient, useToasts } from '../../../api/runtime.tsx'

/** Fetches which problems of GPUs the account is notified of. */
export function alertSettingsQuery(client: Client) {
  return queryOptions({
    queryKey: keys.gpuAlertSettings,
    queryFn: ({ signal }) => client.monitoring.alertSettings({ signal }),
  })
}

/** Saves which problems of GPUs the account is notified of. */
export function useChangeAlertSettings(saved: () => void) {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: (body: GpuAlertSettings) => client.monitoring.changeAlertSettings({ body }),
    onSuccess: (settings) => {
      queryClient.setQueryData(keys.gpuAlertSettings, settings)
      toasts.show({ type: 'success', message: 'Alert settings saved.' })
      saved()
    },
  })
}
