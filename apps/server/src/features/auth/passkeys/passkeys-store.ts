import type { Passkey } from '@gridloom/contract/auth/passkey'
import type { AccountId, PasskeyId } from '@gridloom/contract/core/ids'
import type { Selectable } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { AuthTables } from '../schema.ts'
import type { PasskeyTables } from './schema.ts'

/** A passkey as the authenticator described it when it was created. */
export interface Credential {
  readonly credentialId: string
  readonly publicKey: Uint8Array
  /** The authenticator's signature counter; synced passkeys stay at zero. */
  readonly counter: number
  readonly transports: readonly string[]
  readonly synced: boolean
}

export interface NewPasskey extends Credential {
  readonly id: PasskeyId
  readonly accountId: AccountId
  readonly name: string
  readonly createdAt: Date
}

/** A passkey that was presented, with its account. */
export interface PresentedPasskey extends Credential {
  readonly id: PasskeyId
  readonly accountId: AccountId
  readonly suspendedAt: Date | null
}

/** An account's passkeys, oldest first. */
export async function passkeysOf(db: Db, accountId: AccountId): Promise<Passkey[]> {
  const rows = await tables(db)
    .selectFrom('passkeys')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return rows.map(viewOf)
}

/** The credential ids of an account, so that a browser does not create a second passkey on the same device. */
export async function credentialsOf(
  db: Db,
  accountId: AccountId,
): Promise<{ id: string; transports: string[] }[]> {
  return tables(db)
    .selectFrom('passkeys')
    .select(['credential_id as id', 'transports'])
    .where('account_id', '=', accountId)
    .execute()
}

/** Stores a passkey. Returns `taken` when its credential is stored already, for any account. */
export async function insertPasskey({ db }: Tx, passkey: NewPasskey): Promise<Passkey | 'taken'> {
  const row = await tables(db)
    .insertInto('passkeys')
    .values({
      id: passkey.id,
      account_id: passkey.accountId,
      credential_id: passkey.credentialId,
      public_key: Buffer.from(passkey.publicKey),
      counter: passkey.counter,
      transports: JSON.stringify(passkey.transports),
      synced: passkey.synced,
      name: passkey.name,
      created_at: passkey.createdAt,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? 'taken' : viewOf(row)
}

/** The passkey of a credential, locked, so that concurrent uses update its counter one after another. */
export async function lockPasskey(
  { db }: Tx,
  credentialId: string,
): Promise<PresentedPasskey | undefined> {
  const row = await tables(db)
    .selectFrom('passkeys')
    .innerJoin('accounts', 'accounts.id', 'passkeys.account_id')
    .selectAll('passkeys')
    .select('accounts.suspended_at')
    .where('credential_id', '=', credentialId)
    .where('accounts.closed_at', 'is', null)
    .forNoKeyUpdate('passkeys')
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { id, counter, synced, transports } = row
  return {
    id,
    accountId: row.account_id,
    credentialId,
    publicKey: row.public_key,
    counter,
    synced,
    transports,
    suspendedAt: row.suspended_at,
  }
}

/** Records a use of a passkey, with its new counter. */
export async function touchPasskey(
  { db }: Tx,
  id: PasskeyId,
  use: { counter: number; synced: boolean; at: Date },
): Promise<void> {
  await tables(db)
    .updateTable('passkeys')
    .set({ counter: use.counter, synced: use.synced, last_used_at: use.at })
    .where('id', '=', id)
    .execute()
}

/** Deletes a passkey of an account and returns its name; `undefined` if the account has no such passkey. */
export async function deletePasskey(
  { db }: Tx,
  accountId: AccountId,
  id: PasskeyId,
): Promise<string | undefined> {
  const row = await tables(db)
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

function viewOf(row: Selectable<PasskeyTables['passkeys']>): Passkey {
  const { id, name, synced, created_at, last_used_at } = row
  return {
    id,
    name,
    synced,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  }
}

function tables(db: Db) {
  return db.withTables<AuthTables & PasskeyTables>()
}
