import type { Machine } from '@gridloom/contract/machines/machine'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient, useToasts } from '../../../api/runtime.tsx'
import { operatorKeys } from '../../../shared/operator/operator-keys.ts'

interface Vouching {
  machine: Machine
  vouched: boolean
}

/** Vouches for the frames that a machine renders, or stops vouching. */
export function useVouchForMachine() {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: ({ machine, vouched }: Vouching) =>
      client.rendering.vouch({ params: { id: machine.id }, body: { vouched } }),
    onSuccess: ({ vouched }, { machine }) => {
      const message = vouched
        ? `You vouch for ${machine.name}`
        : `You no longer vouch for ${machine.name}`
      toasts.show({ type: 'success', message })
      return queryClient.invalidateQueries({ queryKey: operatorKeys.machines })
    },
  })
}
