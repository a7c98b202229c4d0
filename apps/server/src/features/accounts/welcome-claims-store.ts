import type { Tx } from '../../platform/ctx.ts'
import type { AccountTables } from './schema.ts'

/** Records that a mailbox received its welcome credit. Returns `had_it` if it had, even in an account closed since. */
export async function claimWelcome(
  tx: Tx,
  claim: { addressHash: string; at: Date },
): Promise<'first' | 'had_it'> {
  const row = await tx.db
    .withTables<AccountTables>()
    .insertInto('welcome_claims')
    .values({ address_hash: claim.addressHash, claimed_at: claim.at })
    .onConflict((conflict) => conflict.column('address_hash').doNothing())
    .returning('address_hash')
    .executeTakeFirst()
  return row === undefined ? 'had_it' : 'first'
}
