import { ApiError } from '@gridloom/client/api-error'
import type { Client } from '@gridloom/client/calls'
import type { api } from '@gridloom/contract/api'
import type { AppName } from '@gridloom/contract/apps/app-container'
import type { BodyInput } from '@gridloom/contract/core/endpoint'
import type { InstanceId, OfferId, QuoteId } from '@gridloom/contract/core/ids'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keepInstance } from '../../../api/live/keep.ts'
import { mayResend } from '../../../api/query-client.ts'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'

interface QuoteInput {
  slug: AppName
  /** Omitted: the best one. */
  offerId: OfferId | undefined
  diskGb: number | undefined
  /** Offers on which it failed. */
  except: readonly OfferId[]
}

/** Fetches an all-in price, locked for a minute. It is never renewed by itself: the user decides when it may change. */
export function appPriceQuery(client: Client, { slug, offerId, diskGb, except }: QuoteInput) {
  return queryOptions({
    queryKey: ['quote', 'app', slug, offerId ?? 'best', diskGb ?? 'usual', except],
    queryFn: ({ signal }) =>
      client.apps.quote({
        params: { slug },
        body: {
          except: [...except],
          ...(offerId === undefined ? {} : { offer_id: offerId }),
          ...(diskGb === undefined ? {} : { disk_gb: diskGb }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    retry: false,
  })
}

export interface LaunchInput {
  body: BodyInput<typeof api.apps.launch>
  quoteId: QuoteId
}

/** Launches an app. The quote's id is the idempotency key: a double click, or a call that is sent again, rents once. */
export function useLaunchApp(slug: AppName, onLaunched: (id: InstanceId) => void) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ body, quoteId }: LaunchInput) =>
      client.apps.launch({ params: { slug }, body, headers: { 'idempotency-key': quoteId } }),
    retry: mayResend,
    meta: { problem: 'shown-in-place' },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'app_changed')
        void queryClient.invalidateQueries({ queryKey: keys.apps })
    },
    onSuccess: ({ instance }) => {
      queryClient.setQueryData(keys.instance(instance.id), instance)
      void queryClient.invalidateQueries({ queryKey: keys.instances })
      void queryClient.invalidateQueries({ queryKey: keys.balance })
      onLaunched(instance.id)
    },
  })
}

/** Destroys an instance whose app did not start. */
export function useGiveUp(id: InstanceId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => client.instances.destroy({ params: { id } }),
    meta: { problem: 'shown-in-place' },
    onSuccess: (instance) => keepInstance(queryClient, instance),
  })
}
