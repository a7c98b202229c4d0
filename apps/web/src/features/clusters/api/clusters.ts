import type { Client } from '@gridloom/client/calls'
import type { api } from '@gridloom/contract/api'
import type { BodyInput } from '@gridloom/contract/core/endpoint'
import type { ClusterId } from '@gridloom/contract/core/ids'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Fetches the clusters of the account. */
export function clustersQuery(client: Client) {
  return queryOptions({
    queryKey: keys.clusterList,
    queryFn: ({ signal }) => client.clusters.list({ signal }),
  })
}

export type ClusterAction = 'start' | 'stop' | 'destroy'

/** An action on a cluster, after which it and its instances are fetched again. */
function useClusterCall<Input, Output>(call: (client: Client, input: Input) => Promise<Output>) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => call(client, input),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: keys.clusters })
      void queryClient.invalidateQueries({ queryKey: keys.instances })
      void queryClient.invalidateQueries({ queryKey: keys.balance })
    },
  })
}

export function useClusterAction(id: ClusterId, action: ClusterAction) {
  return useClusterCall((client, _: undefined) => client.clusters[action]({ params: { id } }))
}

/** Measures the network from one node to another, which takes some seconds. */
export function useMeasureThroughput(id: ClusterId) {
  return useClusterCall((client, body: { from: number; to: number }) =>
    client.clusters.measure({ params: { id }, body }),
  )
}

/** An order that was created meanwhile is refused, as its first label is taken: a second click orders nothing. */
export function useCreateCluster() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInput<typeof api.clusters.create>) => client.clusters.create({ body }),
    meta: { problem: 'shown-in-place' },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: keys.clusters })
      void queryClient.invalidateQueries({ queryKey: keys.instances })
      void queryClient.invalidateQueries({ queryKey: keys.balance })
      void queryClient.invalidateQueries({ queryKey: keys.offers })
    },
  })
}
