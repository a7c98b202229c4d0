import type { Client } from '@gridloom/client/calls'
import type { api } from '@gridloom/contract/api'
import type { AutoTopUpSettings } from '@gridloom/contract/cards/auto-top-up'
import type { SavedCard } from '@gridloom/contract/cards/card'
import type { CardPayment } from '@gridloom/contract/cards/payment'
import type { BodyInput } from '@gridloom/contract/core/endpoint'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient, useToasts } from '../../../api/runtime.tsx'

/** A change after which cards, payments, settings and the balance are fetched again, also after a refusal. */
function useCardChange<Input, Output>(
  call: (client: Client, input: Input) => Promise<Output>,
  onSuccess?: (output: Output) => void,
) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => call(client, input),
    meta: { problem: 'shown-in-place' },
    ...(onSuccess === undefined ? {} : { onSuccess }),
    onSettled: () =>
      Promise.all(
        [keys.cards, keys.balance].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  })
}

/** Creates a payment; `go` sends the browser to the processor's page. */
export function usePay(go: (url: string) => void) {
  return useCardChange(
    (client, body: BodyInput<typeof api.cards.pay>) => client.cards.pay({ body }),
    ({ pay_url: url }) => url !== null && go(url),
  )
}

/** Opens the processor's page that saves a card. */
export function useAddCard(go: (url: string) => void) {
  return useCardChange(
    (client, _: undefined) => client.cards.setup(),
    ({ url }) => go(url),
  )
}

export function useChooseCard() {
  return useCardChange((client, { id: card_id }: SavedCard) =>
    client.cards.choose({ body: { card_id } }),
  )
}

export function useRemoveCard() {
  return useCardChange((client, { id }: SavedCard) => client.cards.remove({ params: { id } }))
}

/** Refunds a payment; `as` the operator, that of any account. */
export function useRefund({ id }: Pick<CardPayment, 'id'>, as: 'account' | 'operator') {
  return useCardChange((client, micro_usd: number): Promise<CardPayment> => {
    const call = { params: { id }, body: { micro_usd } }
    return as === 'operator' ? client.cards.operatorRefund(call) : client.cards.refund(call)
  })
}

export function useChangeAutoTopUp() {
  const toasts = useToasts()
  return useCardChange(
    (client, body: AutoTopUpSettings) => client.cards.changeAutoTopUp({ body }),
    ({ enabled }) =>
      toasts.show({
        type: 'success',
        message: enabled ? 'Automatic top-ups are on' : 'Automatic top-ups are off',
      }),
  )
}
