import type { AccountId } from '@gridloom/contract/core/ids'
import { decideTopUp, monthBegin } from '@gridloom/domain/cards/auto-top-up'
import { centsOf } from '@gridloom/domain/cards/payment-states'
import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Tx } from '../../../platform/ctx.ts'
import { readSpendable } from '../../ledger/index.ts'
import { noteTopUpFailed, stopTopUps } from '../auto-settings/note-top-up.ts'
import { lockTopUp, sumTopUps } from '../auto-settings/top-ups-store.ts'
import type { PaymentsCtx } from '../ctx.ts'
import { tellAccount } from '../notify.ts'
import { applyIntent, publish } from '../payments/apply-intent.ts'
import { insertPayment, lockPayment, updatePayment } from '../payments/payments-store.ts'
import type { Intent, NewCharge } from '../processor/card-processor.ts'
import { requireCards } from '../require-cards.ts'
import { selectCustomer } from '../saved/customers-store.ts'
import type { AutoTopUpRow, PaymentRow } from '../schema.ts'

/** A charge is repeated with its key for this long; the processor forgets keys after a day. */
const chargeMs = 20 * 60 * 60_000

/**
 * Charges an account's card if its balance is low. The settings' row is locked while it is decided, and the charge is
 * recorded before it is made: of any number of triggers at once one charges, and a killed server charges once, as
 * the processor knows the payment's key.
 */
export async function topUp(ctx: PaymentsCtx, accountId: AccountId): Promise<void> {
  if (ctx.cardPayments === null) return
  const row = await ctx.transact((tx) => beginTopUp(ctx, tx, accountId))
  if (row !== null) await chargeTopUp(ctx, row)
}

async function beginTopUp(
  ctx: PaymentsCtx,
  tx: Tx,
  accountId: AccountId,
): Promise<PaymentRow | null> {
  const settings = await lockTopUp(tx, accountId)
  if (settings === undefined) return null
  const now = ctx.clock.now()
  const used = await sumTopUps(tx.db, accountId, monthBegin(now))
  const decision = decideTopUp(
    {
      ...{ enabled: settings.enabled, stopped: settings.stopped, retryAt: settings.retry_at },
      ...{ belowMicroUsd: settings.below_micro_usd, addMicroUsd: settings.add_micro_usd },
      ...{ monthMicroUsdMax: settings.month_micro_usd_max, monthUsedMicroUsd: used.microUsd },
      ...{ haveMicroUsd: await readSpendable(tx.db, accountId), isCharging: used.isCharging },
    },
    now,
  )
  if (decision === 'month_limit') await tellOfLimit(ctx, tx, settings)
  if (decision !== 'charge') return null
  const cardId = (await selectCustomer(tx.db, accountId))?.default_card_id ?? null
  if (cardId === null) {
    const microUsd = settings.add_micro_usd
    const key = `${accountId}:${now.getTime()}`
    await stopTopUps(ctx, tx, { accountId, stopped: 'no_card', key, microUsd })
    return null
  }
  return insertPayment(tx, {
    id: ctx.ids.mint('cardPayment'),
    ...{ account_id: accountId, created_by: null, kind: 'top_up', state: 'open' },
    ...{ micro_usd: settings.add_micro_usd, save_card: false, card_id: cardId },
    ...{ created_at: now, checked_at: now, expires_at: new Date(now.getTime() + chargeMs) },
  })
}

function tellOfLimit(ctx: PaymentsCtx, tx: Tx, row: AutoTopUpRow): Promise<void> {
  const month = monthBegin(ctx.clock.now()).toISOString().slice(0, 7)
  return tellAccount(ctx, tx, {
    accountId: row.account_id,
    key: `auto_top_up_limit:${row.account_id}:${month}`,
    level: 'warning',
    text: `Your balance is low, and automatic top-ups have reached their limit of ${formatUsdExact(row.month_micro_usd_max)} for this month.`,
    subject: 'Automatic top-ups have reached the limit of this month',
  })
}

/** Makes the charge of a recorded top-up, or finds the one that was made, and records its outcome. */
export async function chargeTopUp(ctx: PaymentsCtx, row: PaymentRow): Promise<void> {
  const { processor } = requireCards(ctx)
  const customer = await selectCustomer(ctx.db, row.account_id)
  if (row.card_id === null || customer === undefined) return refuse(ctx, row)
  const charge: NewCharge = {
    ...{ customerId: customer.customer_id, cardId: row.card_id },
    ...{ paymentId: row.id, cents: centsOf(row.micro_usd) },
  }
  const intent = await chargeOnce(ctx, row, charge)
  if (intent === 'refused') return refuse(ctx, row)
  await ctx.transact((tx) => applyIntent(ctx, tx, intent))
  if (intent.state === 'pending' && intent.failure !== null) await processor.cancelIntent(intent.id)
}

async function chargeOnce(
  ctx: PaymentsCtx,
  row: PaymentRow,
  charge: NewCharge,
): Promise<Intent | 'refused'> {
  const { processor } = requireCards(ctx)
  const isFirst = row.checked_at.getTime() === row.created_at.getTime()
  const made = isFirst ? undefined : await processor.findCharge(charge, row.created_at)
  if (made !== undefined) return made
  // Its key may be forgotten by now, and a charge under way was found above.
  if (row.expires_at <= ctx.clock.now()) return 'refused'
  return processor.charge(charge)
}

async function refuse(ctx: PaymentsCtx, { id }: PaymentRow): Promise<void> {
  await ctx.transact(async (tx) => {
    const row = await lockPayment(tx, id)
    if (row?.state !== 'open') return
    await updatePayment(tx, id, { state: 'failed', problem: 'no_card' })
    await noteTopUpFailed(ctx, tx, { row, problem: 'no_card' })
    await publish(tx, row)
  })
}
