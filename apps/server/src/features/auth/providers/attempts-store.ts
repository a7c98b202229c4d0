import type { AccountId, SessionId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { AuthTables } from '../schema.ts'
import type { ProviderTables } from './schema.ts'

/** A sign-in attempt in progress at a provider. */
export interface Attempt {
  readonly state: string
  readonly provider: string
  readonly codeVerifier: string
  readonly nonce: string
  readonly purpose: Purpose
}

/** The purpose of an attempt at a provider: to sign in, or, for a session, to connect a login or to re-authenticate. */
export type Purpose = { kind: 'sign-in' } | { kind: 'connect' | 'confirm'; sessionId: SessionId }

export async function insertAttempt({ db }: Tx, attempt: Attempt, expiresAt: Date): Promise<void> {
  const { purpose } = attempt
  await tables(db)
    .insertInto('login_states')
    .values({
      hash: attempt.state,
      provider: attempt.provider,
      code_verifier: attempt.codeVerifier,
      nonce: attempt.nonce,
      session_id: purpose.kind === 'sign-in' ? null : purpose.sessionId,
      confirms: purpose.kind === 'confirm',
      expires_at: expiresAt,
    })
    .execute()
}

/**
 * Takes the attempt with this state at this provider. Of two concurrent calls one gets it; `undefined` when it is
 * taken, expired or unknown.
 */
export async function takeAttempt(
  { db }: Tx,
  { state, provider, now }: { state: string; provider: string; now: Date },
): Promise<Attempt | undefined> {
  const row = await tables(db)
    .deleteFrom('login_states')
    .where('hash', '=', state)
    .where('provider', '=', provider)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { nonce } = row
  return { state, provider, nonce, codeVerifier: row.code_verifier, purpose: purposeOf(row) }
}

function purposeOf(row: ProviderTables['login_states']): Purpose {
  const { session_id: sessionId } = row
  if (sessionId === null) return { kind: 'sign-in' }
  return { kind: row.confirms ? 'confirm' : 'connect', sessionId }
}

/** The session that began an attempt; `undefined` when it has ended, or its user is suspended or closed. */
export async function findConnector(
  db: Db,
  sessionId: SessionId,
  now: Date,
): Promise<AccountId | undefined> {
  const row = await tables(db)
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select('accounts.id')
    .where('sessions.id', '=', sessionId)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('accounts.suspended_at', 'is', null)
    .where('accounts.closed_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}

export async function insertLoginCode(
  { db }: Tx,
  code: { hash: string; accountId: AccountId; expiresAt: Date },
): Promise<void> {
  await tables(db)
    .insertInto('login_codes')
    .values({ hash: code.hash, account_id: code.accountId, expires_at: code.expiresAt })
    .execute()
}

/** Redeems the login code from the callback's cookie, once; `undefined` when it is used, expired or unknown. */
export async function takeLoginCode(
  { db }: Tx,
  hash: string,
  now: Date,
): Promise<{ accountId: AccountId; suspendedAt: Date | null } | undefined> {
  return tables(db)
    .deleteFrom('login_codes')
    .using('accounts')
    .whereRef('accounts.id', '=', 'login_codes.account_id')
    .where('login_codes.hash', '=', hash)
    .where('login_codes.expires_at', '>', now)
    .where('accounts.closed_at', 'is', null)
    .returning(['accounts.id as accountId', 'accounts.suspended_at as suspendedAt'])
    .executeTakeFirst()
}

function tables(db: Db) {
  return db.withTables<AuthTables & ProviderTables>()
}
