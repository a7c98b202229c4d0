import type { Client } from '@gridloom/client/calls'
import type { PayoutId, WalletId } from '@gridloom/contract/core/ids'
import type { NewBankAccount } from '@gridloom/contract/payouts/bank-account'
import type { NewPayout, PayoutSource } from '@gridloom/contract/payouts/payout'
import type { PayoutSettings } from '@gridloom/contract/payouts/settings'
import type { PayoutResolution } from '@gridloom/contract/payouts/treasury'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../api/query-keys.ts'
import { useClient } from '../../api/runtime.tsx'
import { saveFile } from '../../browser/save-file.ts'
import { wayOf } from './source-words.ts'

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

/** Fetches the bank account, and a change that waits. */
export function bankAccountQuery(client: Client) {
  return queryOptions({
    queryKey: keys.payoutBank,
    queryFn: ({ signal }) => client.payouts.bankAccount({ signal }),
  })
}

/** Fetches the account at Stripe; until it is ready, what Stripe says of it changes without an event. */
export function stripeAccountQuery(client: Client) {
  return queryOptions({
    queryKey: keys.payoutStripe,
    queryFn: ({ signal }) => client.payouts.stripeAccount({ signal }),
    refetchInterval: ({ state }) => (state.data?.account?.state === 'ready' ? false : stepsEveryMs),
  })
}

/** Fetches the fee of a payout, on a chain at its present price. */
export function payoutQuoteQuery(client: Client, source: PayoutSource) {
  const query = wayOf(source)
  return queryOptions({
    queryKey: keys.payoutQuote(query),
    queryFn: ({ signal }) => client.payouts.quote({ query, signal }),
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

export function useChangeBankAccount() {
  return usePayoutChange((client, body: NewBankAccount) =>
    client.payouts.changeBankAccount({ body }),
  )
}

export function useCancelBankAccount() {
  return usePayoutChange((client, _: undefined) => client.payouts.cancelBankAccount())
}

export function useRemoveBankAccount() {
  return usePayoutChange((client, _: undefined) => client.payouts.removeBankAccount())
}

/** Opens a page of Stripe; `go` sends the browser there. */
export function useOpenStripe(go: (url: string) => void) {
  return usePayoutChange(async (client, country: string | null) => {
    const { url } = await client.payouts.openStripe({ body: { country } })
    go(url)
  })
}

export function useRemoveStripeAccount() {
  return usePayoutChange((client, _: undefined) => client.payouts.removeStripeAccount())
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

export function useReturnPayout() {
  return usePayoutChange((client, { id, reason }: { id: PayoutId; reason: string }) =>
    client.payouts.recordReturn({ params: { id }, body: { reason } }),
  )
}

export function useResolvePayout() {
  return usePayoutChange((client, { id, body }: { id: PayoutId; body: PayoutResolution }) =>
    client.payouts.resolve({ params: { id }, body }),
  )
}

/** Fetches the files for the bank, and what waits for one. */
export function payoutFilesQuery(client: Client) {
  return queryOptions({
    queryKey: [...keys.operatorPayouts, 'files'],
    queryFn: ({ signal }) => client.payouts.files({ signal }),
  })
}

export function useCreatePayoutFile() {
  return usePayoutChange((client, available_micro_usd: number) =>
    client.payouts.createFile({ body: { available_micro_usd } }),
  )
}

export function useExecutePayoutFile() {
  return usePayoutChange((client, { number }: { number: number }) =>
    client.payouts.executeFile({ params: { number } }),
  )
}

/** Downloads a file for the bank: the same bytes each time. */
export function useDownloadPayoutFile() {
  const client = useClient()
  return useMutation({
    mutationFn: async ({ number }: { number: number }) => ({
      name: `payouts-${number}.xml`,
      file: await (await client.payouts.downloadFile({ params: { number } })).blob(),
    }),
    onSuccess: ({ name, file }) => saveFile(file, name),
  })
}
