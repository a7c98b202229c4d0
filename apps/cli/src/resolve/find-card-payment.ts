import type { CardPayment } from '@gridloom/contract/cards/payment'
import { CardPaymentId } from '@gridloom/contract/core/ids'
import type { Ctx } from '../ctx.ts'
import { chooseOne } from './choose-one.ts'

/** Finds a payment by its ID, or by the start or end of one of the newest hundred. */
export async function findCardPayment(ctx: Ctx, wanted: string): Promise<CardPayment> {
  const { signal } = ctx
  const whole = CardPaymentId.safeParse(wanted)
  if (whole.success) return ctx.client.cards.payment({ params: { id: whole.data }, signal })
  const query = { page: 1, page_size: 100 }
  const { payments } = await ctx.client.cards.payments({ query, signal })
  const named = payments.map((payment) => ({ id: payment.id, name: '', payment }))
  return chooseOne(named, wanted, 'payment').payment
}
