import type { Client } from '@gridloom/client/calls'
import type { BodyInput } from '@gridloom/contract/core/endpoint'
import type { promoCodes } from '@gridloom/contract/promo-codes/endpoints'
import type { PromoCode } from '@gridloom/contract/promo-codes/promo-code'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../api/query-keys.ts'
import { useClient, useToasts } from '../../api/runtime.tsx'
import { operatorKeys } from '../../shared/operator/operator-keys.ts'
import { formatMoney } from '../../ui/format/money.ts'

export type NewPromoCodeBody = BodyInput<typeof promoCodes.create>

/** Reads the terms of a code; a code that cannot be redeemed is an error that says why. */
export function useCheckPromoCode() {
  const client = useClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    gcTime: 0,
    mutationFn: (code: string) => client.promoCodes.check({ body: { code } }),
  })
}

/** Redeems a code; its credit is in the balance at once. */
export function useRedeemPromoCode() {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (code: string) => client.promoCodes.redeem({ body: { code } }),
    onSuccess: ({ micro_usd: microUsd }) => {
      toasts.show({ type: 'success', message: `${formatMoney(microUsd)} of credit added` })
      void queryClient.invalidateQueries({ queryKey: keys.rewards })
      return queryClient.invalidateQueries({ queryKey: keys.balance })
    },
  })
}

/** Fetches all promo codes, newest first. */
export function promoCodesQuery(client: Client) {
  return queryOptions({
    queryKey: operatorKeys.promoCodes,
    queryFn: ({ signal }) => client.promoCodes.list({ signal }),
    staleTime: 0,
  })
}

export function redemptionsQuery(client: Client, id: PromoCode['id'], page: number) {
  return queryOptions({
    queryKey: [...operatorKeys.promoCodes, id, page],
    queryFn: ({ signal }) =>
      client.promoCodes.redemptions({ params: { id }, query: { page, page_size: 20 }, signal }),
    staleTime: 0,
  })
}

export function useCreatePromoCode() {
  const client = useClient()
  const refresh = useRefresh()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (body: NewPromoCodeBody) => client.promoCodes.create({ body }),
    onSuccess: refresh,
  })
}

/** Pauses a code, or resumes a paused one. */
export function usePausePromoCode() {
  const client = useClient()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id, state }: PromoCode) =>
      client.promoCodes.change({ params: { id }, body: { paused: state !== 'paused' } }),
    onSuccess: refresh,
  })
}

export function useRevokePromoCode() {
  const client = useClient()
  const refresh = useRefresh()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: ({ id }: PromoCode) => client.promoCodes.revoke({ params: { id } }),
    onSuccess: refresh,
  })
}

function useRefresh() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: operatorKeys.promoCodes })
}
