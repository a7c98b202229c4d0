import type { BodyInput } from '@gridloom/contract/core/endpoint'
import type { MachineId } from '@gridloom/contract/core/ids'
import type { rendering } from '@gridloom/contract/rendering/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'

type RenderingChange = BodyInput<(typeof rendering)['changeMachine']>

/** Enables or disables render work on a machine and sets its price; frames in progress keep theirs. */
export function useChangeRendering(id: MachineId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: RenderingChange) => client.rendering.changeMachine({ params: { id }, body }),
    onSuccess: (rendering) => queryClient.setQueryData(keys.machineRendering(id), rendering),
  })
}
