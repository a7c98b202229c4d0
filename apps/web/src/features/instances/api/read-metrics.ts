import type { Client } from '@gridloom/client/calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

/** Where an instance's load over the last minutes lives; live samples are added to it. */
export function metricsKey(id: InstanceId, minutes: number) {
  return ['instance-metrics', id, minutes] as const
}

/** An instance's load over the last minutes. */
export function metricsQuery(client: Client, id: InstanceId, minutes: number) {
  return queryOptions({
    queryKey: metricsKey(id, minutes),
    queryFn: ({ signal }) =>
      client.instances.metrics({ params: { id }, query: { minutes }, signal }),
    placeholderData: keepPreviousData,
  })
}
