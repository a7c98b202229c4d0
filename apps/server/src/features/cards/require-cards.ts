import { Refused } from '@gridloom/contract/errors'
import type { CardPayments, CardsCtx } from './ctx.ts'
import { ProcessorFailed } from './processor/card-processor.ts'

/** Card payments as they are set up. @throws Refused `cards_unavailable` */
export function requireCards({ cardPayments }: Pick<CardsCtx, 'cardPayments'>): CardPayments {
  if (cardPayments === null) throw new Refused('cards_unavailable')
  return cardPayments
}

/** Waits for the processor on behalf of a caller. @throws Refused `card_processor_failed` */
export async function fromProcessor<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (cause) {
    if (!(cause instanceof ProcessorFailed)) throw cause
    throw new Refused('card_processor_failed', { cause, internal: cause.message })
  }
}
