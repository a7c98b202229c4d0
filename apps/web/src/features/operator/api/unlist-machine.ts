import type { Machine } from '@gridloom/contract/machines/machine'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient, useToasts } from '../../../api/runtime.tsx'
import { operatorKeys } from '../../../shared/operator/operator-keys.ts'

interface Unlisting {
  machine: Machine
  /** Emailed to its owner. */
  reason: string
}

/** Unlists a machine; its instances keep running. */
export function useUnlistMachine() {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: ({ machine, reason }: Unlisting) =>
      client.operator.unlistMachine({ params: { id: machine.id }, body: { reason } }),
    onSuccess: ({ machine }) => {
      toasts.show({ type: 'success', message: `${machine.name} was unlisted` })
      return queryClient.invalidateQueries({ queryKey: operatorKeys.machines })
    },
  })
}
