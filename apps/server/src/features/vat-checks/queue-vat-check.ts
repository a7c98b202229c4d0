import { isFresh } from '@gridloom/domain/invoices/vat-check'
import { secondsOver } from '../../platform/attempts/limit-attempts.ts'
import type { Tx } from '../../platform/ctx.ts'
import type { VatChecksCtx } from './ctx.ts'
import { findCheck, type OfAccount, putDue } from './vat-checks-store.ts'

/** Checks that an account may cause in a day; later ones wait until it is over. */
const perDayMax = 20
const dayS = 86_400

/**
 * Has VIES asked about a VAT ID soon, in the open transaction; nobody waits for the answer. A recent answer stays, and so
 * does the next attempt after a failed one.
 */
export async function queueVatCheck(
  ctx: Pick<VatChecksCtx, 'clock' | 'vies'>,
  tx: Tx,
  of: OfAccount,
): Promise<void> {
  if (ctx.vies === null) return
  const at = ctx.clock.now()
  const known = await findCheck(tx.db, of)
  if (known !== undefined && known.next_at !== null) return
  if (known !== undefined && isFresh({ ...known, checkedAt: known.checked_at }, at)) return
  const limit = { key: `vat-check:${of.accountId}`, max: perDayMax, windowS: dayS }
  const waitS = await secondsOver(ctx, tx, limit)
  await putDue(tx, of, { at, nextAt: new Date(at.getTime() + waitS * 1_000) })
}
