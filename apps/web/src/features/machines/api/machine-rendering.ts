import type { Client } from '@gridloom/client/calls'
import type { MachineId } from '@gridloom/contract/core/ids'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'

/** It changes with every frame of somebody else's job, which no event tells the owner of. */
const everyMs = 30_000

/** What a machine can render, what it asks, and what was found when it was checked. */
export function machineRenderingQuery(client: Client, id: MachineId) {
  return queryOptions({
    queryKey: keys.machineRendering(id),
    queryFn: ({ signal }) => client.rendering.readMachine({ params: { id }, signal }),
    refetchInterval: everyMs,
  })
}
