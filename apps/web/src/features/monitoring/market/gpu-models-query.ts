import type { Client } from '@gridloom/client/calls'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'

/** Fetches the models of GPUs on the market. Below the offers, so that a change of those refetches it. */
export function gpuModelsQuery(client: Client) {
  return queryOptions({
    queryKey: keys.gpuModels,
    queryFn: ({ signal }) => client.statistics.gpuModels({ signal }),
  })
}
