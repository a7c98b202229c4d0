import type { Client } from '@gridloom/client/calls'
import type { MachineId } from '@gridloom/contract/core/ids'
import type { HistorySpan } from '@gridloom/contract/monitoring/history'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'

interface HistoryOf {
  machineId: MachineId
  gpu: string | undefined
  span: HistorySpan
}

/** Fetches the history of a machine's CPUs or of one of its GPUs. Live values follow from events. */
export function historyQuery(client: Client, { machineId, gpu, span }: HistoryOf) {
  const query = { span, ...(gpu === undefined ? {} : { gpu }) }
  return queryOptions({
    queryKey: keys.history(machineId, query),
    queryFn: ({ signal }) =>
      client.monitoring.history({ params: { id: machineId }, query, signal }),
  })
}
