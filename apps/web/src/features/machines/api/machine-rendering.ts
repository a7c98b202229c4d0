import type { Client } from '@gridloom/client/calls'
import type { MachineId } from '@gridloom/contract/core/ids'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'

/** Changes with every frame of other owners' jobs, which publish no event to the machine's owner. */
const everyMs = 30_000

/** Fetches a machine's rendering capability, price and checks. */
export function machineRenderingQuery(client: Client, id: MachineId) {
  return queryOptions({
    queryKey: keys.machineRendering(id),
    queryFn: ({ signal }) => client.rendering.readMachine({ params: { id }, signal }),
    refetchInterval: everyMs,
  })
}
