import type { CardPayment } from '@gridloom/contract/cards/payment'
import type { CardPaymentId } from '@gridloom/contract/core/ids'
import { CloseButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useClient } from '../../../api/runtime.tsx'
import { formatMoneyExact } from '../../../ui/format/money.ts'
import { cardPaymentQuery } from '../api/card-queries.ts'
import styles from '../cards.module.css'
import { useCardsSearch } from '../cards-search.ts'

/** After the return from the processor's page: whether the payment has arrived. */
export function ReturnedPayment() {
  const { paid } = useCardsSearch()
  return paid === undefined ? null : <Returned id={paid} />
}

function Returned({ id }: { id: CardPaymentId }) {
  const payment = useQuery(cardPaymentQuery(useClient(), id)).data
  const navigate = useNavigate()
  if (payment === undefined) return null
  const search = { section: 'billing', tab: 'cards' }
  return (
    <div
      className={styles.banner}
      data-tone={payment.state === 'open' || payment.state === 'paid' ? undefined : 'warn'}
      role="status"
    >
      <p>{returnedText(payment)}</p>
      <CloseButton
        size="sm"
        aria-label="Dismiss"
        onClick={() => void navigate({ to: '.', search, replace: true, resetScroll: false })}
      />
    </div>
  )
}

/** Money counts once the processor confirms it, so until then nothing is promised. */
function returnedText({ state, micro_usd, credited_micro_usd: credited }: CardPayment): string {
  switch (state) {
    case 'open':
      return `Waiting for Stripe to confirm the payment of ${formatMoneyExact(micro_usd)}. This page updates by itself.`
    case 'paid':
      return `${formatMoneyExact(credited)} was added to your balance.`
    case 'held':
      return 'The payment arrived, but was not credited. The operator has been told.'
    case 'failed':
    case 'expired':
      return 'The payment was not completed. Nothing was charged.'
  }
}
