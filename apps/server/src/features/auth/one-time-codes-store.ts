import { otpTriesMax } from '@gridloom/contract/core/constants'
import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { AuthTables } from './schema.ts'

export type CodePurpose = 'register' | 'forgot' | 'none'

/** The code that is outstanding for an address. */
export interface StoredCode {
  readonly emailKey: string
  readonly accountId: AccountId | null
  readonly purpose: CodePurpose
  /** `null`: nothing was sent, or it was used. */
  readonly hash: string | null
  readonly sentAt: Date
}

/** Keeps a code; the one before it is good for nothing any more. */
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

/** `sent`: to be redeemed. `redeemed`: wanted once more beside the new password. */
export type CodeStage = 'sent' | 'redeemed'

/** Takes one of the code's five tries, before anything is compared; `undefined` when none is left. */
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

/** Uses a code up; `gone` when another call did, or a newer code took its place. */
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

/** Redeems a code that is wanted once more, with five tries of its own; `gone` as above. */
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

/** Forgets codes that expired before the given time. */
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
