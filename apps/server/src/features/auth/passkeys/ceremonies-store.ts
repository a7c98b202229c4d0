import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { PasskeyTables } from './schema.ts'

/** A WebAuthn ceremony in progress: an account creates a passkey, or an unknown user signs in with one. */
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

/** Redeems a ceremony once. Returns its challenge, or `undefined` when it is used, expired or of another account. */
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
