import type { Client } from '@gridloom/client/calls'
import type {
  AccountReviewDecision,
  AccountReviewState,
  ReviewedAccount,
} from '@gridloom/contract/affiliate/account-review'
import type {
  AffiliateTerms,
  ReferralDecision,
  ReferralState,
} from '@gridloom/contract/affiliate/affiliate'
import type { ReferralId } from '@gridloom/contract/core/ids'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient, useToasts } from '../../../api/runtime.tsx'
import { operatorKeys } from '../../../shared/operator/operator-keys.ts'

export function reviewQuery(client: Client, query: { state: ReferralState; page: number }) {
  return queryOptions({
    queryKey: [...operatorKeys.affiliate, 'referrals', query],
    queryFn: ({ signal }) => client.affiliate.review({ query, signal }),
    placeholderData: keepPreviousData,
  })
}

export function termsQuery(client: Client) {
  return queryOptions({
    queryKey: [...operatorKeys.affiliate, 'terms'],
    queryFn: ({ signal }) => client.affiliate.terms({ signal }),
  })
}

export function accountReviewsQuery(
  client: Client,
  query: { state: AccountReviewState; page: number },
) {
  return queryOptions({
    queryKey: [...operatorKeys.affiliate, 'accounts', query],
    queryFn: ({ signal }) => client.affiliate.accountReviews({ query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Releases an account, or confirms that it is held. */
export function useDecideOnAccount() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: ({ account_id, rule, ...body }: AccountReviewDecision & ReviewOfAccount) =>
      client.affiliate.decideOnAccount({ params: { account_id, rule }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: operatorKeys.affiliate }),
  })
}

type ReviewOfAccount = Pick<ReviewedAccount, 'account_id' | 'rule'>

/** Releases or rejects a referral. */
export function useDecide() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: ({ id, ...body }: ReferralDecision & { id: ReferralId }) =>
      client.affiliate.decide({ params: { id }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: operatorKeys.affiliate }),
  })
}

/** Changes the terms of the programme. */
export function useChangeTerms() {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (body: AffiliateTerms) => client.affiliate.changeTerms({ body }),
    onSuccess: () => {
      toasts.show({
        type: 'success',
        message: 'Terms saved. They apply to commission from now on.',
      })
      return queryClient.invalidateQueries({ queryKey: operatorKeys.affiliate })
    },
  })
}
