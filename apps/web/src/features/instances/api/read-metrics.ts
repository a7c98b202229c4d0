import type { Client } from '@gridloom/client/calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

/** Query key of all that was read of an instance's metrics; live samples are added to it. */
export function metricsKeyOf(id: InstanceId) {
  return ['instance-metrics', id] as const
}

/** Query key of an instance's metrics over the last `minutes`. */
export function metricsKey(id: InstanceId, minutes: number) {
  return [...metricsKeyOf(id), minutes] as const
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
