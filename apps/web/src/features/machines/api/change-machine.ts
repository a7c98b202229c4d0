import type { MachineId } from '@gridloom/contract/core/ids'
import type { MachineChange } from '@gridloom/contract/machines/machine'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keepMachine } from '../../../api/live/keep.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Renames, prices, lists or unlists a machine. Running instances keep their price. */
export function useChangeMachine(id: MachineId, problem?: 'shown-in-place') {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    ...(problem ? { meta: { problem } } : {}),
    mutationFn: (body: MachineChange) => client.machines.change({ params: { id }, body }),
    onSuccess: (machine) => keepMachine(queryClient, machine),
  })
}
