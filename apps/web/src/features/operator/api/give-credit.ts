import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient, useToasts } from '../../../api/runtime.tsx'
import { operatorKeys } from '../../../shared/operator/operator-keys.ts'
import { formatMoney } from '../../../ui/format/money.ts'

interface Credit {
  email: string
  micro_usd: number
  text: string
  /** Idempotency key: the credit is given once, however often the request is sent. */
  key: string
}

/** Gives credit to an account. */
export function useGiveCredit() {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (body: Credit) => client.ledger.credit({ body }),
    onSuccess: (_balance, { email, micro_usd: microUsd }) => {
      toasts.show({ type: 'success', message: `${formatMoney(microUsd)} given to ${email}` })
      return queryClient.invalidateQueries({ queryKey: operatorKeys.users })
    },
  })
}
