import type { CardPayment, OperatorCardPayment } from '@gridloom/contract/cards/payment'
import type { CardPaymentId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { accountOf, type Ctx } from '../../../platform/ctx.ts'
import { operatorOf } from '../../accounts/index.ts'
import { mayChangeCards } from '../may-change-cards.ts'
import { operatorView, paymentView } from './payment-view.ts'
import { selectPayment, selectPayments, withParts } from './payments-store.ts'

interface Page {
  page: number
  page_size: number
}

/** The payments of the active account, newest first. */
export async function listPayments(
  ctx: Ctx,
  { page, page_size: pageSize }: Page,
): Promise<{ payments: CardPayment[]; total: number }> {
  const { accountId } = accountOf(ctx)
  const pages = await pagesFor(ctx)
  const wanted = { accountId, show: 'all', page, pageSize } as const
  const { rows, total } = await selectPayments(ctx.db, wanted)
  return { payments: rows.map((row) => paymentView(row, { pages })), total }
}

/** A payment of the active account. @throws Refused `not_found` */
export async function readPayment(ctx: Ctx, id: CardPaymentId): Promise<CardPayment> {
  const row = await selectPayment(ctx.db, id)
  if (row?.account_id !== accountOf(ctx).accountId) throw noSuchPayment()
  const [whole] = await withParts(ctx.db, [row])
  if (whole === undefined) throw noSuchPayment()
  return paymentView(whole, { pages: await pagesFor(ctx) })
}

/** The payments of all accounts. @throws Refused `forbidden` */
export async function listAllPayments(
  ctx: Ctx,
  { page, page_size: pageSize, show }: Page & { show: 'all' | 'attention' },
): Promise<{ payments: OperatorCardPayment[]; total: number }> {
  operatorOf(ctx)
  const { rows, total } = await selectPayments(ctx.db, { accountId: null, show, page, pageSize })
  return { payments: rows.map(operatorView), total }
}

export function noSuchPayment(): Refused {
  return new Refused('not_found', { details: { what: 'payment' } })
}

/** An API key never gets the address of a page on which money is spent. */
async function pagesFor(ctx: Ctx): Promise<'shown' | 'hidden'> {
  const isSession = accountOf(ctx).via.kind === 'session'
  return isSession && (await mayChangeCards(ctx)) ? 'shown' : 'hidden'
}
