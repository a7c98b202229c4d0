import type { Client } from '@gridloom/client/calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

/** Query key of an instance's metrics over the last `minutes`; live samples are added to the cached data. */
export function metricsKey(id: InstanceId, minutes: number) {
  return ['instance-metrics', id, minutes] as const
}

/** An instance's metrics over the last `minutes`. */
export function metricsQuery(client: Client, id: InstanceId, minutes: number) {
  return queryOptions({
    queryKey: metricsKey(id, minutes),
    queryFn: ({ signal }) =>
      client.instances.metrics({ params: { id }, query: { minutes }, signal }),
    placeholderData: keepPreviousData,
  })
}
