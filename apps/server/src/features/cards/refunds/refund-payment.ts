import type {
  CardPayment,
  NewCardRefund,
  OperatorCardPayment,
} from '@gridloom/contract/cards/payment'
import type { AccountId, CardPaymentId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { formatUsdExact } from '@gridloom/domain/money-format'
import { accountOf, type Tx, userOf } from '../../../platform/ctx.ts'
import { operatorOf } from '../../accounts/index.ts'
import { refundDeposit } from '../../ledger/index.ts'
import type { CardsCtx } from '../ctx.ts'
import { cardHolder } from '../may-change-cards.ts'
import { publish } from '../payments/apply-intent.ts'
import { operatorView, paymentView, refundableMicroUsd } from '../payments/payment-view.ts'
import {
  lockPayment,
  selectPayment,
  type WholePayment,
  withParts,
} from '../payments/payments-store.ts'
import { noSuchPayment } from '../payments/read-payments.ts'
import { ProcessorFailed } from '../processor/card-processor.ts'
import { requireCards } from '../require-cards.ts'
import type { RefundRow } from '../schema.ts'
import { insertRefund } from './refunds-store.ts'
import { sendRefund } from './send-refund.ts'

/**
 * Returns credit of the active account to the card that it came from.
 * @throws Refused `forbidden`, `cards_unavailable`, `not_found`, `not_refundable`, `insufficient_funds`
 */
export async function refundPayment(
  ctx: CardsCtx,
  id: CardPaymentId,
  wanted: NewCardRefund,
): Promise<CardPayment> {
  const accountId = await cardHolder(ctx)
  const whole = await refund(ctx, { id, wanted, accountId })
  return paymentView(whole, { pages: 'shown' })
}

/** The same for any account. @throws Refused as {@link refundPayment} */
export async function refundAsOperator(
  ctx: CardsCtx,
  id: CardPaymentId,
  wanted: NewCardRefund,
): Promise<OperatorCardPayment> {
  operatorOf(ctx)
  return operatorView(await refund(ctx, { id, wanted, accountId: null }))
}

interface Asked {
  id: CardPaymentId
  wanted: NewCardRefund
  /** `null`: of any account. */
  accountId: AccountId | null
}

/**
 * The amount leaves the balance before the processor is asked: a refund that the processor made always has its money. A
 * server that is killed in between leaves the row `reserved`, and the job sends it with the same key.
 */
async function refund(ctx: CardsCtx, asked: Asked): Promise<WholePayment> {
  const row = await ctx.transact((tx) => reserve(ctx, tx, asked))
  try {
    await sendRefund(ctx, row)
  } catch (error) {
    // @NOTE reserved: the job sends it once the processor answers again
    if (!(error instanceof ProcessorFailed)) throw error
    ctx.log.warn({ event: 'cards.refund_delayed', err: error, refund: row.id }, 'a refund waits')
  }
  const payment = await selectPayment(ctx.db, asked.id)
  const [whole] = await withParts(ctx.db, payment === undefined ? [] : [payment])
  if (whole === undefined) throw noSuchPayment()
  return whole
}

async function reserve(
  ctx: CardsCtx,
  tx: Tx,
  { id, wanted, accountId }: Asked,
): Promise<RefundRow> {
  const payment = await lockPayment(tx, id)
  if (payment === undefined || payment.account_id !== (accountId ?? payment.account_id))
    throw noSuchPayment()
  const [whole] = await withParts(tx.db, [payment])
  const most = whole === undefined ? 0 : refundableMicroUsd(whole)
  const microUsd = wanted.micro_usd ?? most
  if (microUsd === 0 || microUsd > most)
    throw new Refused('not_refundable', { details: { most: formatUsdExact(most) } })
  const refundId = ctx.ids.mint('cardRefund')
  await refundDeposit(ctx, tx, {
    ...{ accountId: payment.account_id, microUsd, source: requireCards(ctx).processor.source },
    ...{ key: `card:${refundId}`, text: 'Refund to card' },
  })
  const now = ctx.clock.now()
  const row: RefundRow = {
    ...{ id: refundId, payment_id: id, created_by: userOf(ctx), micro_usd: microUsd },
    ...{ state: 'reserved', processor_id: null, created_at: now, checked_at: now },
  }
  await insertRefund(tx, row)
  await publish(tx, payment)
  const { accountId: active } = accountOf(ctx)
  tx.note({
    subject: id,
    ...(active === payment.account_id ? {} : { accountId: payment.account_id }),
  })
  return row
}
