import { product } from '@gridloom/contract/core/product'
import { Refused } from '@gridloom/contract/errors'
import type { NewPayoutFile, PayoutFile } from '@gridloom/contract/payouts/bank-account'
import { bankText } from '@gridloom/domain/payouts/bank-text'
import { creditTransferXml } from '@gridloom/domain/payouts/credit-transfer-file'
import { wholeCents } from '@gridloom/domain/payouts/payout-fee'
import type { ConfiguredPayoutBank } from '../../../payout-config.ts'
import { operatorOf } from '../../accounts/index.ts'
import type { PayoutsCtx } from '../ctx.ts'
import { findBank } from '../find-source.ts'
import type { BankPayoutRow } from '../schema.ts'
import { insertFile, lockNextNumber, lockWaiting, putInFile } from './files-store.ts'
import { fileOf } from './list-files.ts'

/** Most payouts of a file, so that marking it ends in seconds. */
const payoutsMax = 500

/**
 * Puts approved payouts to bank accounts into a file, oldest first, up to what the bank account may spend. The payouts,
 * the file's number and its bytes are stored at once: two calls at once, or a process that dies, put no payout into two.
 * @throws Refused `forbidden`, `payouts_off`, `payout_file_empty`
 */
export async function createFile(
  ctx: PayoutsCtx,
  { available_micro_usd: available }: NewPayoutFile,
): Promise<PayoutFile> {
  const { userId } = operatorOf(ctx)
  const bank = findBank(ctx)
  const number = await ctx.transact(async (tx) => {
    const next = await lockNextNumber(tx)
    const rows = coveredBy(available, await lockWaiting(tx, payoutsMax))
    if (rows.length === 0) throw new Refused('payout_file_empty')
    const now = ctx.clock.now()
    await insertFile(tx, {
      number: next,
      created_by: userId,
      created_at: now,
      payer_iban: bank.iban,
      micro_usd: rows.reduce((sum, row) => sum + arrives(row), 0),
      xml: xmlOf(bank, rows, { number: next, now }),
    })
    await putInFile(tx, rows, next)
    tx.note({ subject: String(next) })
    return next
  })
  return fileOf(ctx, number)
}

/** The oldest that an amount covers: a younger one never overtakes one that waits for money. */
function coveredBy(available: number, rows: readonly BankPayoutRow[]): BankPayoutRow[] {
  let left = available
  const end = rows.findIndex((row) => {
    left -= arrives(row)
    return left < 0
  })
  return rows.slice(0, end === -1 ? rows.length : end)
}

function arrives({ micro_usd, fee_micro_usd }: BankPayoutRow): number {
  return micro_usd - fee_micro_usd
}

function xmlOf(
  bank: ConfiguredPayoutBank,
  rows: readonly BankPayoutRow[],
  { number, now }: { number: number; now: Date },
): string {
  return creditTransferXml({
    messageId: `PAYOUTS-${now.toISOString().slice(0, 10).replaceAll('-', '')}-${number}`,
    createdAt: now,
    payer: { ...bank, name: bankText(bank.name) ?? '' },
    currency: 'USD',
    charges: bank.charges,
    payments: rows.map((row) => {
      // Banks do not exchange underscores.
      const reference = row.id.replace('_', '-')
      return {
        endToEndId: reference,
        cents: wholeCents(arrives(row)),
        text: `${product.name} payout ${reference}`,
        to: { name: bankText(row.holder) ?? '', iban: row.iban, bic: row.bic },
      }
    }),
  })
}
