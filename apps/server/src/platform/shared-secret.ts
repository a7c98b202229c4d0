import type { Tx } from './ctx.ts'

/** Returns the shared secret of this name; the candidate becomes it when there is none yet. */
export async function sharedSecret(
  tx: Tx,
  secret: { name: string; candidate: string; createdAt: Date },
): Promise<string> {
  const { name, candidate, createdAt } = secret
  await tx.db
    .insertInto('shared_secrets')
    .values({ name, secret: candidate, created_at: createdAt })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await tx.db
    .selectFrom('shared_secrets')
    .select('secret')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.secret
}
