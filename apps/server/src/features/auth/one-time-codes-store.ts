import { otpTriesMax } from '@gridloom/contract/core/constants'
import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { AuthTables } from './schema.ts'

export type CodePurpose = 'register' | 'forgot' | 'none'

/** The current code of an address. */
export interface StoredCode {
  readonly emailKey: string
  readonly accountId: AccountId | null
  readonly purpose: CodePurpose
  /** `null`: no code was sent, or it was used. */
  readonly hash: string | null
  readonly sentAt: Date
}

/** Stores a code and thereby invalidates the previous one. */
export async function putCode(tx: Tx, code: StoredCode & { expiresAt: Date }): Promise<void> {
  const fresh = {
    account_id: code.accountId,
    purpose: code.purpose,
    hash: code.hash,
    tries: 0,
    sent_at: code.sentAt,
    expires_at: code.expiresAt,
    redeemed_at: null,
  }
  await tables(tx.db)
    .insertInto('one_time_codes')
    .values({ email_key: code.emailKey, ...fresh })
    .onConflict((conflict) => conflict.column('email_key').doUpdateSet(fresh))
    .execute()
}

/** `sent`: not redeemed yet. `redeemed`: still required together with the new password. */
export type CodeStage = 'sent' | 'redeemed'

/** Consumes one of the code's five tries, before any comparison; `undefined` when none is left. */
export async function takeCodeTry(
  tx: Tx,
  { emailKey, stage, now }: { emailKey: string; stage: CodeStage; now: Date },
): Promise<StoredCode | undefined> {
  return tables(tx.db)
    .updateTable('one_time_codes')
    .set((e) => ({ tries: e('tries', '+', 1) }))
    .where('email_key', '=', emailKey)
    .where('tries', '<', otpTriesMax)
    .where('expires_at', '>', now)
    .where('redeemed_at', stage === 'sent' ? 'is' : 'is not', null)
    .returning([
      'email_key as emailKey',
      'account_id as accountId',
      'purpose',
      'hash',
      'sent_at as sentAt',
    ])
    .executeTakeFirst()
}

/** Uses the code up. Returns `gone` if another call did, or if a newer code has replaced it. */
export async function spendCode(
  tx: Tx,
  { emailKey, hash, stage }: { emailKey: string; hash: string; stage: CodeStage },
): Promise<'spent' | 'gone'> {
  const { numUpdatedRows } = await tables(tx.db)
    .updateTable('one_time_codes')
    .set({ hash: null })
    .where('email_key', '=', emailKey)
    .where('hash', '=', hash)
    .where('redeemed_at', stage === 'sent' ? 'is' : 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 0n ? 'gone' : 'spent'
}

/** Moves a code to `redeemed`, with five new tries. Returns `gone` as {@link spendCode} does. */
export async function redeemCode(
  tx: Tx,
  code: { emailKey: string; hash: string; redeemedAt: Date; expiresAt: Date },
): Promise<'redeemed' | 'gone'> {
  const { numUpdatedRows } = await tables(tx.db)
    .updateTable('one_time_codes')
    .set({ redeemed_at: code.redeemedAt, expires_at: code.expiresAt, tries: 0 })
    .where('email_key', '=', code.emailKey)
    .where('hash', '=', code.hash)
    .where('redeemed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 0n ? 'gone' : 'redeemed'
}

/** Deletes codes that expired before the given time. Returns their number. */
export async function deleteCodes(tx: Tx, before: Date): Promise<number> {
  const { numDeletedRows } = await tables(tx.db)
    .deleteFrom('one_time_codes')
    .where('expires_at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

function tables(db: Db) {
  return db.withTables<AuthTables>()
}
