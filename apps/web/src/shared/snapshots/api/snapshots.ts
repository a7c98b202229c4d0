import type { Client } from '@gridloom/client/calls'
import type { InstanceId, SnapshotId } from '@gridloom/contract/core/ids'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Fetches the snapshots of the account, or of one instance. */
export function snapshotsQuery(client: Client, instanceId?: InstanceId) {
  return queryOptions({
    queryKey: keys.snapshotList(instanceId),
    queryFn: ({ signal }) =>
      client.snapshots.list({
        query: instanceId === undefined ? {} : { instance_id: instanceId },
        signal,
      }),
  })
}

/** Fetches the storage of all snapshots together, and its price. */
export function snapshotStorageQuery(client: Client) {
  return queryOptions({
    queryKey: keys.snapshotStorage,
    queryFn: ({ signal }) => client.snapshots.storage({ signal }),
  })
}

/** A change of a snapshot, after which the lists are fetched again. */
function useSnapshotChange<Input, Output>(call: (client: Client, input: Input) => Promise<Output>) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => call(client, input),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.snapshots }),
  })
}

/** Creates a snapshot of an instance. */
export function useCreateSnapshot(id: InstanceId) {
  return useSnapshotChange((client, name: string) =>
    client.snapshots.create({ params: { id }, body: { name } }),
  )
}

export function useRenameSnapshot(id: SnapshotId) {
  return useSnapshotChange((client, name: string) =>
    client.snapshots.rename({ params: { id }, body: { name } }),
  )
}

export function useDeleteSnapshot(id: SnapshotId) {
  return useSnapshotChange((client, _: undefined) => client.snapshots.remove({ params: { id } }))
}
