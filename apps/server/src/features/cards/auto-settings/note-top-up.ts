import type { AutoTopUpStop } from '@gridloom/contract/cards/auto-top-up'
import type { CardPaymentProblem } from '@gridloom/contract/cards/payment'
import type { AccountId } from '@gridloom/contract/core/ids'
import { afterDecline } from '@gridloom/domain/cards/auto-top-up'
import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Tx } from '../../../platform/ctx.ts'
import type { PaymentsCtx } from '../ctx.ts'
import { tellAccount } from '../notify.ts'
import { cardsPath } from '../returns-to.ts'
import type { PaymentRow } from '../schema.ts'
import { lockTopUp, updateTopUp } from './top-ups-store.ts'

/** After a payment: a card works, so declines count from zero, and top-ups that stopped for them go on. */
export async function noteTopUpPaid(tx: Tx, { account_id: accountId }: PaymentRow): Promise<void> {
  const row = await lockTopUp(tx, accountId)
  if (row === undefined || row.stopped === 'disputed' || row.stopped === 'no_card') return
  await updateTopUp(tx, accountId, { declines: 0, retry_at: null, stopped: null })
}

interface Failed {
  row: PaymentRow
  problem: CardPaymentProblem
}

/** After a top-up that failed: a pause after a decline, and a stop after the third or where only the user can help. */
export async function noteTopUpFailed(
  ctx: PaymentsCtx,
  tx: Tx,
  { row, problem }: Failed,
): Promise<void> {
  const { account_id: accountId, id } = row
  const topUp = await lockTopUp(tx, accountId)
  if (topUp === undefined) return
  if (problem === 'authentication_required' || problem === 'no_card')
    return stopTopUps(ctx, tx, { accountId, stopped: problem, key: id, microUsd: row.micro_usd })
  const next = afterDecline(topUp.declines, ctx.clock.now())
  const { declines, retryAt } = next
  await updateTopUp(tx, accountId, { declines, retry_at: retryAt })
  if (next.stopped !== null)
    return stopTopUps(ctx, tx, {
      ...{ accountId, stopped: next.stopped, key: id, microUsd: row.micro_usd },
    })
  await tellAccount(ctx, tx, {
    accountId,
    key: `card_declined:${id}`,
    level: 'warning',
    text: `Your card was declined for an automatic top-up of ${formatUsdExact(row.micro_usd)}. It will be charged again later.`,
  })
}

interface Stop {
  accountId: AccountId
  stopped: AutoTopUpStop
  /** What it is told about once. */
  key: string
  microUsd: number
}

/** Stops automatic top-ups until the user turns them on again, or pays, and tells them why. */
export async function stopTopUps(
  ctx: PaymentsCtx,
  tx: Tx,
  { accountId, stopped, key, microUsd }: Stop,
): Promise<void> {
  const row = await lockTopUp(tx, accountId)
  if (row === undefined || row.stopped !== null) return
  await updateTopUp(tx, accountId, { stopped, retry_at: null })
  const amount = formatUsdExact(microUsd)
  await tellAccount(ctx, tx, {
    accountId,
    key: `auto_top_up_stopped:${key}`,
    level: 'error',
    text: why[stopped](amount),
    subject: subjects[stopped],
    button: {
      label: 'View billing',
      path: `${cardsPath}&amount=${Math.round(microUsd / 10_000)}`,
    },
  })
}

const why = {
  declined: (amount) =>
    `Your card was declined three times for an automatic top-up of ${amount}. Automatic top-ups are off until you add credit or save their settings again.`,
  authentication_required: (amount) =>
    `Your bank asks you to approve the automatic top-up of ${amount}. Add the credit yourself; automatic top-ups are off until then.`,
  no_card: () =>
    'The card for automatic top-ups is no longer saved. Save a card and turn automatic top-ups on again.',
  disputed: () =>
    'Automatic top-ups are off, as one of your card payments is disputed. You can turn them on again once that is settled.',
} as const satisfies Record<AutoTopUpStop, (amount: string) => string>

const subjects = {
  declined: 'Your card was declined and automatic top-ups are off',
  authentication_required: 'Your bank asks you to approve a top-up',
  no_card: 'Automatic top-ups are off: no saved card',
  disputed: 'Automatic top-ups are off: a payment is disputed',
} as const satisfies Record<AutoTopUpStop, string>
