import type { Client } from '@gridloom/client/calls'
import type { MediaId, MediaPostId } from '@gridloom/contract/core/ids'
import type { MediaCondition } from '@gridloom/contract/media/media'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { keys } from '../../api/query-keys.ts'
import { useClient } from '../../api/runtime.tsx'

/** What the library is searched for. */
export interface LibraryFilter {
  title: string
  condition: MediaCondition
}

/** Fetches the library, a page at a time; further pages are appended. */
export function libraryQuery(client: Client, { title, condition }: LibraryFilter) {
  return infiniteQueryOptions({
    queryKey: [...keys.media, 'library', title, condition],
    queryFn: ({ pageParam: page, signal }) =>
      client.media.filter({ query: { media_title: title, condition, page }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, { media }) => sum + media.length, 0)
      return last.media.length === 0 || loaded >= last.total ? undefined : last.page + 1
    },
    placeholderData: keepPreviousData,
  })
}

export function mediaQuery(client: Client, id: MediaId) {
  return queryOptions({
    queryKey: [...keys.media, 'one', id],
    queryFn: ({ signal }) => client.media.show({ query: { media_captcha: id }, signal }),
  })
}

/** Fetches the referral link of the account. */
export function referralLinkQuery(client: Client) {
  return queryOptions({
    queryKey: [...keys.affiliate, 'status'],
    queryFn: ({ signal }) => client.affiliate.status({ signal }),
  })
}

/** Lists a post that uses a medium. */
export function useAddPost(id: MediaId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (post_link: string) =>
      client.media.addPost({ params: { id }, body: { post_link } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.media }),
  })
}

export function useRemovePost(id: MediaId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (post_id: MediaPostId) => client.media.removePost({ params: { id, post_id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.media }),
  })
}
