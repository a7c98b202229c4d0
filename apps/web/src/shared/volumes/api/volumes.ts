import type { Client } from '@gridloom/client/calls'
import type { api } from '@gridloom/contract/api'
import type { BodyInput } from '@gridloom/contract/core/endpoint'
import type { VolumeId } from '@gridloom/contract/core/ids'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Fetches the volumes of the account. */
export function volumesQuery(client: Client) {
  return queryOptions({
    queryKey: keys.volumes,
    queryFn: ({ signal }) => client.volumes.list({ signal }),
  })
}

/** A change of a volume, after which the volumes, the balance and the offers' disks are fetched again. */
function useVolumeChange<Input, Output>(call: (client: Client, input: Input) => Promise<Output>) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => call(client, input),
    meta: { problem: 'shown-in-place' },
    onSettled: () =>
      Promise.all(
        [keys.volumes, keys.balance, keys.offers].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

/** Orders a volume on the machine of an offer. */
export function useCreateVolume() {
  return useVolumeChange((client, body: BodyInput<typeof api.volumes.create>) =>
    client.volumes.create({ body }),
  )
}

export function useDeleteVolume(id: VolumeId) {
  return useVolumeChange((client, _: undefined) => client.volumes.remove({ params: { id } }))
}
