import type { Client } from '@gridloom/client/calls'
import type { AccountRule } from '@gridloom/contract/affiliate/account-review'
import type { StatsBy } from '@gridloom/contract/affiliate/affiliate'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../api/query-keys.ts'
import { useClient, useToasts } from '../../api/runtime.tsx'

/** Fetches the code and link of the account, the terms and the totals. */
export function affiliateQuery(client: Client) {
  return queryOptions({
    queryKey: [...keys.affiliate, 'status'],
    queryFn: ({ signal }) => client.affiliate.status({ signal }),
  })
}

/** A period of UTC days, both included, and what its figures are grouped by. */
export interface StatsFilter {
  by: StatsBy
  from: string
  to: string
}

export function affiliateStatsQuery(client: Client, filter: StatsFilter) {
  return queryOptions({
    queryKey: [...keys.affiliate, 'stats', filter],
    queryFn: ({ signal }) => client.affiliate.stats({ query: filter, signal }),
    placeholderData: keepPreviousData,
  })
}

export function referralsQuery(client: Client, page: number) {
  return queryOptions({
    queryKey: [...keys.affiliate, 'referrals', page],
    queryFn: ({ signal }) => client.affiliate.referrals({ query: { page }, signal }),
    placeholderData: keepPreviousData,
  })
}

export function payoutsQuery(client: Client, page: number) {
  return queryOptions({
    queryKey: [...keys.affiliate, 'payouts', page],
    queryFn: ({ signal }) => client.affiliate.payouts({ query: { page }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Fetches the banners and texts that can be used with the link. */
export function creativesQuery(client: Client) {
  return queryOptions({
    queryKey: [...keys.affiliate, 'creatives'],
    queryFn: ({ signal }) => client.affiliate.creatives({ signal }),
  })
}

/** Answers the review of a referral or of the account, once. */
export function useAppeal() {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: async (
      asked: { text: string } & ({ number: number } | { rule: AccountRule }),
    ): Promise<void> => {
      const body = { text: asked.text }
      if ('rule' in asked)
        await client.affiliate.appealReview({ params: { rule: asked.rule }, body })
      else await client.affiliate.appeal({ params: { number: asked.number }, body })
    },
    onSuccess: () => {
      toasts.show({ type: 'success', message: 'Your appeal is sent' })
      return queryClient.invalidateQueries({ queryKey: keys.affiliate })
    },
  })
}

/** Chooses the code of the account, once. */
export function useChooseCode() {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (code: string) => client.affiliate.chooseCode({ body: { code } }),
    onSuccess: () => {
      toasts.show({ type: 'success', message: 'Your code is saved' })
      return queryClient.invalidateQueries({ queryKey: keys.affiliate })
    },
  })
}
