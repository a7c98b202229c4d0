import type { Login } from '@gridloom/contract/auth/login-provider'
import type { AccountId, LoginId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { ProviderIdentity } from '../sign-in-methods/provider.ts'
import type { ProviderTables } from './schema.ts'

export interface NewLogin {
  readonly id: LoginId
  readonly accountId: AccountId
  readonly provider: string
  readonly identity: ProviderIdentity
  readonly createdAt: Date
}

/** The account that is connected with an issuer's identity, or `undefined`. */
export async function findLoginAccount(
  db: Db,
  { issuer, subject }: Pick<ProviderIdentity, 'issuer' | 'subject'>,
): Promise<AccountId | undefined> {
  const row = await tables(db)
    .selectFrom('logins')
    .select('account_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.account_id
}

/** Connects an identity with an account. Returns `taken` when it is connected already. */
export async function insertLogin({ db }: Tx, login: NewLogin): Promise<'inserted' | 'taken'> {
  const row = await tables(db)
    .insertInto('logins')
    .values({
      id: login.id,
      account_id: login.accountId,
      provider: login.provider,
      issuer: login.identity.issuer,
      subject: login.identity.subject,
      email: shownAs(login.identity),
      created_at: login.createdAt,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row === undefined ? 'taken' : 'inserted'
}

/** Records a use of a login, with the user's current address at the issuer. */
export async function touchLogin({ db }: Tx, identity: ProviderIdentity, at: Date): Promise<void> {
  await tables(db)
    .updateTable('logins')
    .set({ last_used_at: at, email: shownAs(identity) })
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .execute()
}

/** An account's logins, oldest first. */
export async function loginsOf(db: Db, accountId: AccountId): Promise<Login[]> {
  const rows = await tables(db)
    .selectFrom('logins')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return rows.map(({ id, provider, email, created_at, last_used_at }) => ({
    id,
    provider,
    email,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  }))
}

/** Deletes a login of an account and returns its provider; `undefined` if the account has no such login. */
export async function deleteLogin(
  { db }: Tx,
  accountId: AccountId,
  id: LoginId,
): Promise<string | undefined> {
  const row = await tables(db)
    .deleteFrom('logins')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('provider')
    .executeTakeFirst()
  return row?.provider
}

/** The label of a login: its address, or the issuer's subject if it has none. */
function shownAs({ email, subject }: ProviderIdentity): string {
  return email ?? subject
}

function tables(db: Db) {
  return db.withTables<ProviderTables>()
}
