import type { Client } from '@gridloom/client/calls'
import type { PayoutId, WalletId } from '@gridloom/contract/core/ids'
import type { NewPayout, PayoutSource } from '@gridloom/contract/payouts/payout'
import type { PayoutSettings } from '@gridloom/contract/payouts/settings'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../api/query-keys.ts'
import { useClient } from '../../api/runtime.tsx'

const stepsEveryMs = 15_000

/** Fetches what is payable, and the payouts, whose steps on the chain come without an event. */
export function payoutsQuery(client: Client) {
  return queryOptions({
    queryKey: keys.payoutList,
    queryFn: ({ signal }) => client.payouts.list({ signal }),
    refetchInterval: stepsEveryMs,
  })
}

export function payoutSettingsQuery(client: Client) {
  return queryOptions({
    queryKey: keys.payoutSettings,
    queryFn: ({ signal }) => client.payouts.settings({ signal }),
  })
}

/** Fetches the payout address, and a change that waits. */
export function payoutAddressQuery(client: Client) {
  return queryOptions({
    queryKey: keys.payoutAddress,
    queryFn: ({ signal }) => client.wallet.payoutAddress({ signal }),
  })
}

/** The linked wallets that payouts may go to. */
export function ownWalletsQuery(client: Client) {
  return queryOptions({
    queryKey: keys.wallets,
    queryFn: ({ signal }) => client.auth.wallets({ signal }),
    staleTime: 0,
  })
}

/** Fetches the fee of a payout at the chain's present price. */
export function payoutQuoteQuery(client: Client, { chain_id, token }: PayoutSource) {
  return queryOptions({
    queryKey: keys.payoutQuote(chain_id, token),
    queryFn: ({ signal }) => client.payouts.quote({ query: { chain_id, token }, signal }),
    staleTime: 0,
    retry: false,
  })
}

/** A change after which all about payouts and the balance is fetched again. */
function usePayoutChange<Input, Output>(call: (client: Client, input: Input) => Promise<Output>) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => call(client, input),
    meta: { problem: 'shown-in-place' },
    onSettled: () =>
      Promise.all(
        [keys.payouts, keys.balance, keys.operatorPayouts].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

export function useRequestPayout() {
  return usePayoutChange((client, body: NewPayout) => client.payouts.request({ body }))
}

export function useCancelPayout() {
  return usePayoutChange((client, { id }: { id: PayoutId }) =>
    client.payouts.cancel({ params: { id } }),
  )
}

export function useChangePayoutSettings() {
  return usePayoutChange((client, body: PayoutSettings) => client.payouts.changeSettings({ body }))
}

export function useChangePayoutAddress() {
  return usePayoutChange((client, wallet_id: WalletId) =>
    client.wallet.changePayoutAddress({ body: { wallet_id } }),
  )
}

export function useCancelPayoutAddress() {
  return usePayoutChange((client, _: undefined) => client.wallet.cancelPayoutAddress())
}

export function everyPayoutQuery(client: Client) {
  return queryOptions({
    queryKey: [...keys.operatorPayouts, 'list'],
    queryFn: ({ signal }) => client.payouts.every({ signal }),
    refetchInterval: stepsEveryMs,
  })
}

/** Fetches what the platform holds on chains, and owes. */
export function treasuryQuery(client: Client) {
  return queryOptions({
    queryKey: [...keys.operatorPayouts, 'treasury'],
    queryFn: ({ signal }) => client.payouts.treasury({ signal }),
  })
}

export function useApprovePayout() {
  return usePayoutChange((client, { id }: { id: PayoutId }) =>
    client.payouts.approve({ params: { id } }),
  )
}

export function useRejectPayout() {
  return usePayoutChange((client, { id, reason }: { id: PayoutId; reason: string }) =>
    client.payouts.reject({ params: { id }, body: { reason } }),
  )
}
