import { retryAfterMs } from '@gridloom/domain/invoices/vat-check'
import type { VatChecksCtx } from './ctx.ts'
import { putAnswer, putFailure, takeDue, type VatCheckRow } from './vat-checks-store.ts'
import type { Vies, ViesAnswer } from './vies.ts'

const atOnce = 5
/** Longer than so many questions take. */
const takenMs = 5 * 60_000

export type AskingCtx = Pick<VatChecksCtx, 'clock' | 'db' | 'ids' | 'log' | 'transact' | 'vies'>

/** Asks VIES about the VAT IDs that are due, one after the other. Each is asked by one server at a time. */
export async function answerVatChecks(ctx: AskingCtx): Promise<void> {
  const { vies } = ctx
  if (vies === null) return
  const now = ctx.clock.now()
  const until = new Date(now.getTime() + takenMs)
  const due = await ctx.transact((tx) => takeDue(tx, { now, until, limit: atOnce }))
  for (const row of due) await askAbout(ctx, vies, row)
}

/** Asks VIES and stores the answer, or when it is asked again. */
export async function askAbout(
  ctx: AskingCtx,
  vies: Vies,
  row: Pick<VatCheckRow, 'account_id' | 'vat_id' | 'failures'>,
): Promise<ViesAnswer> {
  const of = { accountId: row.account_id, vatId: row.vat_id }
  const answer = await vies.ask(of.vatId)
  const at = ctx.clock.now()
  if (answer.verdict !== 'none') {
    const { verdict, consultationNumber } = answer
    await ctx.transact((tx) => putAnswer(tx, of, { verdict, consultationNumber, checkedAt: at }))
    return answer
  }
  const { failure } = answer
  const failures = row.failures + 1
  const pauseMs = retryAfterMs(failures)
  const nextAt =
    pauseMs === null ? null : new Date(at.getTime() + pauseMs * (1 + ctx.ids.random() / 5))
  await ctx.transact((tx) => putFailure(tx, of, { failure, failures, nextAt }))
  const country = of.vatId.slice(0, 2)
  ctx.log.info({ event: 'vat_check.failed', country, failure, failures }, 'VIES did not answer')
  return answer
}
