import type { Client } from '@gridloom/client/calls'
import type { AppName } from '@gridloom/contract/apps/app-container'
import type { MachineId } from '@gridloom/contract/core/ids'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Fetches the apps that a machine is to have ready. */
export function preparedAppsQuery(client: Client, id: MachineId) {
  return queryOptions({
    queryKey: keys.preparedApps(id),
    queryFn: ({ signal }) => client.apps.listPrepared({ params: { id }, signal }),
  })
}

/** Fetches the apps that a machine could have ready. */
export function preparableAppsQuery(client: Client) {
  return queryOptions({
    queryKey: keys.appList({}),
    queryFn: ({ signal }) => client.apps.list({ query: {}, signal }),
  })
}

/** Lets a machine have an app ready, or no longer. */
export function usePrepareApp(id: MachineId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ slug, wanted }: { slug: AppName; wanted: 'ready' | 'not' }) => {
      const params = { id, slug }
      if (wanted === 'ready') await client.apps.prepare({ params })
      else await client.apps.unprepare({ params })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.preparedApps(id) }),
  })
}
