import { CardPaymentId } from '@gridloom/contract/core/ids'
import { useSearch } from '@tanstack/react-router'

/** What a return from the processor's page, or a link in an email, adds to the URL. */
export interface CardsSearch {
  /** The payment whose page was completed. */
  paid: CardPaymentId | undefined
  /** The amount to suggest, in cents. */
  amountCents: number | undefined
}

/** Parses `?paid=pay_…&amount=2500`; the router parses an amount as a number. */
export function readCardsSearch({ paid, amount }: Record<string, unknown>): CardsSearch {
  const isAmount = typeof amount === 'number' && Number.isSafeInteger(amount) && amount > 0
  return {
    paid: CardPaymentId.safeParse(paid).data,
    amountCents: isAmount ? amount : undefined,
  }
}

export function useCardsSearch(): CardsSearch {
  return readCardsSearch(useSearch({ strict: false }))
}
