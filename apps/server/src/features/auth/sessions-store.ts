import type { Role } from '@gridloom/contract/accounts/user-details'
import type { SessionOrigin } from '@gridloom/contract/auth/session'
import type { AccountId, SessionId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { Origin } from './ports.ts'
import type { AuthTables } from './schema.ts'

/** A token that was found, with its session and user. */
export interface FoundToken {
  readonly tokenExpiresAt: Date
  readonly rotatedAt: Date | null
  readonly sessionId: SessionId
  readonly sessionExpiresAt: Date
  readonly endedAt: Date | null
  readonly purpose: 'sign_in' | 'reset' | 'extension'
  /** When the user last authenticated. */
  readonly confirmedAt: Date | null
  /** The active account of the session: the user's own, or a company. */
  readonly accountId: AccountId
  /** Whether the session acts for a company that is closed or that the user has left. */
  readonly isLapsed: boolean
  readonly userId: AccountId
  readonly role: Role
  readonly hasAccess: boolean
  readonly suspendedAt: Date | null
}

export interface NewSession {
  readonly id: SessionId
  readonly accountId: AccountId
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly origin: Origin
  readonly by: SessionOrigin
  readonly purpose: 'sign_in' | 'reset' | 'extension'
}

export interface NewToken {
  readonly hash: string
  readonly sessionId: SessionId
  readonly issuedAt: Date
  readonly expiresAt: Date
}

/**
 * Finds a token with the one query of every signed-in request, all by primary key. A company counts only while it is
 * open and the user is a member: otherwise the session is lapsed until the user switches accounts.
 */
export async function findToken(db: Db, hash: string): Promise<FoundToken | undefined> {
  const row = await tables(db)
    .selectFrom('tokens')
    .innerJoin('sessions', 'sessions.id', 'tokens.session_id')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .leftJoin('company_members', (join) =>
      join
        .onRef('company_members.company_id', '=', 'sessions.active_company_id')
        .onRef('company_members.account_id', '=', 'sessions.account_id'),
    )
    .leftJoin('companies', (join) =>
      join
        .onRef('companies.id', '=', 'company_members.company_id')
        .on('companies.closed_at', 'is', null),
    )
    .select([
      'tokens.expires_at as tokenExpiresAt',
      'tokens.rotated_at as rotatedAt',
      'sessions.id as sessionId',
      'sessions.expires_at as sessionExpiresAt',
      'sessions.ended_at as endedAt',
      'sessions.purpose',
      'sessions.confirmed_at as confirmedAt',
      'sessions.active_company_id as activeCompanyId',
      'companies.id as companyId',
      'accounts.id as userId',
      'accounts.suspended_at as suspendedAt',
      'accounts.role',
      'accounts.access_granted_at as accessGrantedAt',
    ])
    .where('tokens.hash', '=', hash)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { accessGrantedAt, activeCompanyId, companyId, ...found } = row
  return {
    ...found,
    accountId: companyId ?? found.userId,
    isLapsed: activeCompanyId !== null && companyId === null,
    hasAccess: accessGrantedAt !== null,
  }
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tables(tx.db)
    .insertInto('sessions')
    .values({
      id: session.id,
      account_id: session.accountId,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
      ended_at: null,
      user_agent: storedUserAgent(session.origin.userAgent),
      address: session.origin.address,
      origin: session.by,
      purpose: session.purpose,
      last_seen_at: session.createdAt,
      confirmed_at: session.purpose === 'sign_in' ? session.createdAt : null,
      active_company_id: null,
    })
    .execute()
}

export async function insertToken(tx: Tx, token: NewToken): Promise<void> {
  await tables(tx.db)
    .insertInto('tokens')
    .values({
      hash: token.hash,
      session_id: token.sessionId,
      issued_at: token.issuedAt,
      expires_at: token.expiresAt,
      rotated_at: null,
    })
    .execute()
}

/** Claims a token for rotation. Returns `lost` when another call was first. */
export async function rotateToken(tx: Tx, hash: string, at: Date): Promise<'claimed' | 'lost'> {
  const { numUpdatedRows } = await tables(tx.db)
    .updateTable('tokens')
    .set({ rotated_at: at })
    .where('hash', '=', hash)
    .where('rotated_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 0n ? 'lost' : 'claimed'
}

/** Locks the session while its token is exchanged; `undefined` when it has ended. */
export async function lockSession(
  tx: Tx,
  id: SessionId,
  at: Date,
): Promise<{ expiresAt: Date } | undefined> {
  const row = await tables(tx.db)
    .selectFrom('sessions')
    .select('expires_at')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row === undefined ? undefined : { expiresAt: row.expires_at }
}

/** Ends a session and with it all of its tokens; a session that has ended already keeps its date. */
export async function endSession(tx: Tx, id: SessionId, at: Date): Promise<void> {
  await tables(tx.db)
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends the sessions of an account, except one if given. Returns the ended ones. */
export async function endSessionsOf(
  tx: Tx,
  accountId: AccountId,
  { but, at }: { but: SessionId | null; at: Date },
): Promise<SessionId[]> {
  const ended = await tables(tx.db)
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('account_id', '=', accountId)
    .where((e) => (but === null ? e.lit(true) : e('id', '!=', but)))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .returning('id')
    .execute()
  return ended.map(({ id }) => id)
}

/** The sessions of these accounts that have not ended, with their users. */
export async function selectOpenSessions(
  tx: Tx,
  accountIds: readonly AccountId[],
): Promise<{ userId: AccountId; sessionId: SessionId }[]> {
  return tables(tx.db)
    .selectFrom('sessions')
    .select(['account_id as userId', 'id as sessionId'])
    .where('ended_at', 'is', null)
    .where('account_id', 'in', accountIds)
    .execute()
}

/** The active sessions of an account, last seen first, without temporary ones. */
export async function listSessions(db: Db, accountId: AccountId, now: Date) {
  return tables(db)
    .selectFrom('sessions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('purpose', '!=', 'reset')
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** An active session, if it belongs to this account. */
export async function findSession(
  db: Db,
  { id, accountId, now }: { id: SessionId; accountId: AccountId; now: Date },
): Promise<{ confirmedAt: Date | null } | undefined> {
  return tables(db)
    .selectFrom('sessions')
    .select('confirmed_at as confirmedAt')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Records that the user has just re-authenticated. */
export async function confirmSession(tx: Tx, id: SessionId, at: Date): Promise<void> {
  await tables(tx.db)
    .updateTable('sessions')
    .set({ confirmed_at: at })
    .where('id', '=', id)
    .execute()
}

/** Records a use of the session. */
export async function touchSession(tx: Tx, id: SessionId, at: Date): Promise<void> {
  await tables(tx.db)
    .updateTable('sessions')
    .set({ last_seen_at: at })
    .where('id', '=', id)
    .execute()
}

/** Whether the account was signed in to with this browser since the given time, ended sessions included. */
export async function knowsBrowser(
  db: Db,
  accountId: AccountId,
  { userAgent, since }: { userAgent: string | undefined; since: Date },
): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'sign_in')
    .where('user_agent', 'is not distinct from', storedUserAgent(userAgent))
    .where('last_seen_at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the tokens of ended sessions: they are refused anyway, and their reuse has no further consequence. */
export async function deleteTokensOver(tx: Tx, before: Date): Promise<number> {
  const over = tables(tx.db)
    .selectFrom('sessions')
    .select('id')
    .where((e) => e.or([e('expires_at', '<', before), e('ended_at', '<', before)]))
  const { numDeletedRows } = await tables(tx.db)
    .deleteFrom('tokens')
    .where('session_id', 'in', over)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes sessions that expired before the given time, with their tokens. */
export async function deleteSessionsOver(tx: Tx, before: Date): Promise<number> {
  const { numDeletedRows } = await tables(tx.db)
    .deleteFrom('sessions')
    .where('expires_at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

function storedUserAgent(userAgent: string | undefined): string | null {
  return userAgent?.slice(0, 400) ?? null
}

function tables(db: Db) {
  return db.withTables<AuthTables>()
}
