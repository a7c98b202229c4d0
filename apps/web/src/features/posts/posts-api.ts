import type { Client } from '@gridloom/client/calls'
import type { ConnectedAccountId, MediaId, PostId } from '@gridloom/contract/core/ids'
import type { NewPost } from '@gridloom/contract/posts/post'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { z } from 'zod'
import { keys } from '../../api/query-keys.ts'
import { useClient, useToasts } from '../../api/runtime.tsx'

/** Fetches the posts of some days, and the accounts. */
export function calendarQuery(client: Client, query: { from: string; days: number }) {
  return queryOptions({
    queryKey: [...keys.posts, 'calendar', query],
    queryFn: ({ signal }) => client.posts.calendar({ query, signal }),
    placeholderData: keepPreviousData,
  })
}

export function postQuery(client: Client, id: PostId) {
  return queryOptions({
    queryKey: [...keys.posts, 'one', id],
    queryFn: ({ signal }) => client.posts.read({ params: { id }, signal }),
  })
}

export function feedQuery(client: Client) {
  return queryOptions({
    queryKey: [...keys.posts, 'feed'],
    queryFn: ({ signal }) => client.posts.feed({ signal }),
  })
}

/** Fetches pictures or videos of the library, a page at a time. */
export function pickerQuery(
  client: Client,
  { kind, title }: { kind: 'picture' | 'video'; title: string },
) {
  return infiniteQueryOptions({
    queryKey: [...keys.media, 'picker', kind, title],
    queryFn: ({ pageParam: page, signal }) =>
      client.media.filter({ query: { media_title: title, condition: kind, page }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, { media }) => sum + media.length, 0)
      return last.media.length === 0 || loaded >= last.total ? undefined : last.page + 1
    },
    placeholderData: keepPreviousData,
  })
}

/** Fetches the medium that a new post begins with. */
export function beginningQuery(client: Client, id: MediaId | undefined) {
  return queryOptions({
    queryKey: [...keys.media, 'one', id],
    queryFn: ({ signal }) =>
      id === undefined ? null : client.media.show({ query: { media_captcha: id }, signal }),
    enabled: id !== undefined,
  })
}

/** Plans a post, or replaces the one with this id. */
export function useSavePost(id: PostId | undefined) {
  return useChange(
    (client, body: z.input<typeof NewPost>) =>
      id === undefined
        ? client.posts.create({ body })
        : client.posts.edit({ params: { id }, body }),
    'Your post is saved',
  )
}

export function useReschedule() {
  return useChange(
    (client, { id, at }: { id: PostId; at: string }) =>
      client.posts.reschedule({ params: { id }, body: { at } }),
    'Your post is rescheduled',
  )
}

export function useCancelPost() {
  return useChange(
    (client, id: PostId) => client.posts.cancel({ params: { id } }),
    'Your post is cancelled',
  )
}

export function useRetryPost() {
  return useChange(
    (client, id: PostId) => client.posts.retry({ params: { id } }),
    'Your post is tried again',
  )
}

interface Posted {
  id: PostId
  account: ConnectedAccountId
  url: string
}

export function useMarkPosted() {
  return useChange(
    (client, { id, account, url }: Posted) =>
      client.posts.posted({ params: { id }, body: { connected_account_id: account, url } }),
    'Your post is recorded',
  )
}

export function useMakeFeed() {
  return useChange((client, _nothing: undefined) => client.posts.makeFeed(), 'Your link is made')
}

export function useEndFeed() {
  return useChange((client, _nothing: undefined) => client.posts.endFeed(), 'Your link has ended')
}

function useChange<Input, Result>(
  send: (client: Client, input: Input) => Promise<Result>,
  message: string,
) {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (input: Input) => send(client, input),
    onSuccess: () => toasts.show({ type: 'success', message }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.posts }),
  })
}
