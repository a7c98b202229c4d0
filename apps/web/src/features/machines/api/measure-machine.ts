import type { MachineId } from '@gridloom/contract/core/ids'
import { useMutation } from '@tanstack/react-query'
import { useClient, useToasts } from '../../../api/runtime.tsx'

/** Requests new benchmarks; the results arrive over the event stream. */
export function useMeasureMachine(id: MachineId) {
  const client = useClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: () => client.machines.measure({ params: { id } }),
    onSuccess: () =>
      toasts.show({ type: 'success', message: 'Measuring. Results appear as they arrive.' }),
  })
}
