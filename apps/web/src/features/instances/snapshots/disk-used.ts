import type { Client } from '@gridloom/client/calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { queryOptions } from '@tanstack/react-query'

/** Fetches how much of its disk an instance has used, in bytes; `null` where no recent sample says so. */
export function diskUsedQuery(client: Client, id: InstanceId) {
  return queryOptions({
    queryKey: ['disk-used', id],
    queryFn: async ({ signal }) => {
      const samples = await client.instances.metrics({
        params: { id },
        query: { minutes: 60 },
        signal,
      })
      return samples.at(-1)?.disk_used_bytes ?? null
    },
  })
}
