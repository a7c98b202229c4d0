import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { PasskeyTables } from './schema.ts'

/** One act with a passkey that was begun: an account makes one, or somebody yet unknown uses one. */
export interface Ceremony {
  readonly id: string
  readonly kind: 'make' | 'use'
  readonly accountId: AccountId | null
  readonly challenge: string
  readonly expiresAt: Date
}

export async function insertCeremony({ db }: Tx, ceremony: Ceremony): Promise<void> {
  await tables(db)
    .insertInto('passkey_ceremonies')
    .values({
      id: ceremony.id,
      kind: ceremony.kind,
      account_id: ceremony.accountId,
      challenge: ceremony.challenge,
      expires_at: ceremony.expiresAt,
    })
    .execute()
}

/** Takes a ceremony, good once; its challenge, or `undefined` when it is used, too old or somebody else's. */
export async function takeCeremony(
  { db }: Tx,
  { id, kind, accountId }: Pick<Ceremony, 'id' | 'kind' | 'accountId'>,
  now: Date,
): Promise<string | undefined> {
  const row = await tables(db)
    .deleteFrom('passkey_ceremonies')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('account_id', 'is not distinct from', accountId)
    .where('expires_at', '>', now)
    .returning('challenge')
    .executeTakeFirst()
  return row?.challenge
}

function tables(db: Db) {
  return db.withTables<PasskeyTables>()
}
