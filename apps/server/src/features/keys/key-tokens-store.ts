import type { AccountId, ApiKeyId } from '@gridloom/contract/core/ids'
import type { ModelId } from '@gridloom/contract/models/model-id'
import type { Scope } from '@gridloom/contract/scopes'
import type { Db } from '../../platform/database/connect.ts'
import type { KeyTables } from './schema.ts'

/** A key that was found by its hash, with its user. */
export interface FoundKey {
  readonly keyId: ApiKeyId
  readonly scopes: readonly Scope[]
  /** `null`: all models. */
  readonly models: readonly ModelId[] | null
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  /** The account that the key acts for: its user's personal account, or a company's. */
  readonly accountId: AccountId
  readonly userId: AccountId
  /** Whether the user may act for that account: a personal account, or an open company that they are a member of. */
  readonly mayAct: boolean
  readonly hasAccess: boolean
  readonly suspendedAt: Date | null
  readonly closedAt: Date | null
}

/** Finds a key by its hash, in one query over unique and primary keys, as every request with an API key runs it. */
export async function findKey(db: Db, hash: string): Promise<FoundKey | undefined> {
  const row = await db
    .withTables<KeyTables>()
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.user_id')
    .leftJoin('company_members', (join) =>
      join
        .onRef('company_members.company_id', '=', 'api_keys.account_id')
        .onRef('company_members.account_id', '=', 'api_keys.user_id'),
    )
    .leftJoin('companies', (join) =>
      join
        .onRef('companies.id', '=', 'company_members.company_id')
        .on('companies.closed_at', 'is', null),
    )
    .select([
      'api_keys.id as keyId',
      'api_keys.scopes',
      'api_keys.models',
      'api_keys.expires_at as expiresAt',
      'api_keys.revoked_at as revokedAt',
      'api_keys.account_id as accountId',
      'api_keys.user_id as userId',
      'companies.id as companyId',
      'accounts.access_granted_at as accessGrantedAt',
      'accounts.suspended_at as suspendedAt',
      'accounts.closed_at as closedAt',
    ])
    .where('api_keys.hash', '=', hash)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { companyId, accessGrantedAt, ...found } = row
  const mayAct = found.accountId === found.userId || companyId !== null
  return { ...found, mayAct, hasAccess: accessGrantedAt !== null }
}
