import type { DocumentVatCheck } from '@gridloom/contract/invoices/vat-check'
import { isFresh } from '@gridloom/domain/invoices/vat-check'
import { isoOrNull } from '../../platform/iso-or-null.ts'
import { type AskingCtx, askAbout } from './answer-vat-checks.ts'
import { findCheck, type OfAccount, putDue, type VatCheckRow } from './vat-checks-store.ts'
import type { Vies } from './vies.ts'

/**
 * Returns what a document that is about to be issued may rest on: a recent answer of VIES, else a new one, else the last
 * one. It waits ten seconds at most, and not at all where an attempt failed a moment ago. `null`: VIES is off.
 */
export async function confirmVatId(
  ctx: AskingCtx,
  of: OfAccount,
): Promise<DocumentVatCheck | null> {
  if (ctx.vies === null) return null
  const known = await findCheck(ctx.db, of)
  const now = ctx.clock.now()
  if (known === undefined || mayAsk(known, now)) await askNow(ctx, ctx.vies, of)
  const row = await findCheck(ctx.db, of)
  return {
    vat_id: of.vatId,
    state: row?.verdict ?? 'unknown',
    checked_at: isoOrNull(row?.checked_at ?? null),
    consultation_number: row?.consultation_number ?? null,
  }
}

function mayAsk(known: VatCheckRow, now: Date): boolean {
  if (isFresh({ ...known, checkedAt: known.checked_at }, now)) return false
  return known.failures === 0 || known.next_at === null || known.next_at <= now
}

async function askNow(ctx: AskingCtx, vies: Vies, of: OfAccount): Promise<void> {
  const at = ctx.clock.now()
  await ctx.transact((tx) => putDue(tx, of, { at, nextAt: null }))
  await askAbout(ctx, vies, { account_id: of.accountId, vat_id: of.vatId, failures: 0 })
}
