import type { MachineId } from '@gridloom/contract/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Revokes a machine's key and unlists it; rejected while anything on it is rented. */
export function useRemoveMachine(id: MachineId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: () => client.machines.remove({ params: { id } }),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: keys.machine(id) })
      return queryClient.invalidateQueries({ queryKey: keys.machineList })
    },
  })
}
