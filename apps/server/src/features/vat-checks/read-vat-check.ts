import type { VatCheck } from '@gridloom/contract/invoices/vat-check'
import { isoOrNull } from '../../platform/iso-or-null.ts'
import type { VatChecksCtx } from './ctx.ts'
import { findCheck, type OfAccount } from './vat-checks-store.ts'

/** What VIES says of a VAT ID of an account; `null`: it is not asked about it. */
export async function readVatCheck(
  { db, vies }: Pick<VatChecksCtx, 'db' | 'vies'>,
  of: OfAccount,
): Promise<VatCheck | null> {
  if (vies === null) return null
  const row = await findCheck(db, of)
  if (row === undefined) return null
  const { verdict, failures, checked_at, consultation_number, next_at } = row
  return {
    state: verdict ?? (failures > 0 ? 'unavailable' : 'pending'),
    checked_at: isoOrNull(checked_at),
    consultation_number,
    retry_at: failures > 0 ? isoOrNull(next_at) : null,
  }
}
