import type { Client } from '@gridloom/client/calls'
import type { MachineId } from '@gridloom/contract/core/ids'
import { queryOptions } from '@tanstack/react-query'
import { endpointsWaitMs } from '../../../api/queries.ts'
import { keys } from '../../../api/query-keys.ts'

/** Fetches the models that a machine serves, with their metrics. */
export function machineModelsQuery(client: Client, id: MachineId) {
  return queryOptions({
    queryKey: keys.machineModels(id),
    queryFn: ({ signal }) => client.models.listServed({ params: { id }, signal }),
    refetchInterval: ({ state }) => endpointsWaitMs(state.data ?? []),
  })
}

/** Fetches the engines that a machine can serve models with. */
export function machineEnginesQuery(client: Client, id: MachineId) {
  return queryOptions({
    queryKey: keys.machineEngines(id),
    queryFn: ({ signal }) => client.models.readEngines({ params: { id }, signal }),
  })
}
