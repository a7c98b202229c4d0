import type { Client } from '@gridloom/client/calls'
import type { QueryInput } from '@gridloom/contract/core/endpoint'
import type { rewards } from '@gridloom/contract/rewards/endpoints'
import type { ClaimTarget, RewardEntry, RewardsPage } from '@gridloom/contract/rewards/reward'
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../api/query-keys.ts'
import { useClient, useToasts } from '../../api/runtime.tsx'

/** The filters of the page, as the API takes them. */
export type RewardsFilter = Pick<QueryInput<typeof rewards.list>, 'kind' | 'to' | 'from'>

/** Fetches rewards newest first, page by page, each with the totals. */
export function rewardsQuery(client: Client, filter: RewardsFilter) {
  return infiniteQueryOptions({
    queryKey: [...keys.rewards, filter],
    queryFn: ({ signal, pageParam: cursor }) =>
      client.rewards.list({ query: { ...filter, ...(cursor === null ? {} : { cursor }) }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: ({ next_cursor: next }: RewardsPage) => next,
  })
}

const firstPage: string | null = null

/** Claims what can be claimed, to the balance or to payouts. */
export function useClaimRewards() {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: (to: ClaimTarget) => client.rewards.claim({ body: { to } }),
    onSuccess: () => {
      toasts.show({ type: 'success', message: 'Reward claimed successfully' })
      void queryClient.invalidateQueries({ queryKey: keys.balance })
      void queryClient.invalidateQueries({ queryKey: keys.payouts })
      return queryClient.invalidateQueries({ queryKey: keys.rewards })
    },
  })
}

const pageSize = 1_000
const pagesMax = 100

/** Reads all entries of a filter, at most 100,000. */
export async function readAllRewards(
  client: Client,
  filter: RewardsFilter,
): Promise<RewardEntry[]> {
  const entries: RewardEntry[] = []
  let cursor: string | null = null
  for (let page = 0; page < pagesMax; page += 1) {
    const query = { ...filter, limit: pageSize, ...(cursor === null ? {} : { cursor }) }
    const found: RewardsPage = await client.rewards.list({ query })
    entries.push(...found.entries)
    cursor = found.next_cursor
    if (cursor === null) break
  }
  return entries
}
