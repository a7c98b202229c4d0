import type { Client } from '@gridloom/client/calls'
import type { api } from '@gridloom/contract/api'
import type { AppName } from '@gridloom/contract/apps/app-container'
import type { BodyInput } from '@gridloom/contract/core/endpoint'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Fetches all apps, hidden ones included. */
export function operatorAppsQuery(client: Client) {
  return queryOptions({
    queryKey: keys.operatorApps,
    queryFn: ({ signal }) => client.apps.listAll({ signal }),
  })
}

/** Fetches an app to edit it. */
export function anyAppQuery(client: Client, slug: AppName) {
  return queryOptions({
    queryKey: [...keys.operatorApps, slug],
    queryFn: ({ signal }) => client.apps.readAny({ params: { slug }, signal }),
  })
}

/** What an operator does to the catalogue. */
export type AppAct =
  | { kind: 'create'; body: BodyInput<typeof api.apps.create> }
  | { kind: 'change'; slug: AppName; body: BodyInput<typeof api.apps.change> }
  | { kind: 'picture'; slug: AppName; place: number; image: string | null }
  | { kind: 'remove'; slug: AppName }
  | { kind: 'reorder'; slugs: AppName[] }

/** Changes the catalogue. The screens read it again. */
export function useChangeApps(problem: 'toast' | 'shown-in-place') {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (act: AppAct): Promise<unknown> => send(client, act),
    ...(problem === 'toast' ? {} : { meta: { problem } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.apps }),
  })
}

function send({ apps }: Client, act: AppAct): Promise<unknown> {
  switch (act.kind) {
    case 'create':
      return apps.create({ body: act.body })
    case 'change':
      return apps.change({ params: { slug: act.slug }, body: act.body })
    case 'picture': {
      const { slug, place, image } = act
      return apps.changePicture({ params: { slug, place }, body: { image } })
    }
    case 'remove':
      return apps.remove({ params: { slug: act.slug } })
    case 'reorder':
      return apps.reorder({ body: { slugs: act.slugs } })
  }
}
