import type { LinkedWallet } from '@gridloom/contract/auth/wallet'
import type { AccountId, WalletId } from '@gridloom/contract/core/ids'
import type { Selectable } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { AuthTables } from '../schema.ts'
import type { WalletTables } from './schema.ts'

/** Who controls an address: whoever holds its key, or its contract on one chain. */
export interface Signer {
  /** In lower case. */
  readonly address: string
  readonly contractChainId: number | null
}

export interface NewWallet extends Signer {
  readonly id: WalletId
  readonly accountId: AccountId
  readonly label: string
  readonly createdAt: Date
}

/** An account's wallets, oldest first. */
export async function walletsOf(db: Db, accountId: AccountId): Promise<LinkedWallet[]> {
  const rows = await tables(db)
    .selectFrom('wallets')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return rows.map(viewOf)
}

export async function countWallets(db: Db, accountId: AccountId): Promise<number> {
  const { count } = await tables(db)
    .selectFrom('wallets')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return count
}

/** A wallet of an account, locked; `undefined` if the account has no such wallet. */
export async function lockWallet(
  { db }: Tx,
  accountId: AccountId,
  id: WalletId,
): Promise<{ address: string } | undefined> {
  return tables(db)
    .selectFrom('wallets')
    .select('address')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
}

/** The account that linked an address; its id, and whether it is suspended. */
export async function findWalletAccount(
  { db }: Tx,
  { address, contractChainId }: Signer,
): Promise<{ id: WalletId; accountId: AccountId; suspendedAt: Date | null } | undefined> {
  return tables(db)
    .selectFrom('wallets')
    .innerJoin('accounts', 'accounts.id', 'wallets.account_id')
    .select(['wallets.id', 'account_id as accountId', 'accounts.suspended_at as suspendedAt'])
    .where('address', '=', address)
    .where('contract_chain_id', 'is not distinct from', textOf(contractChainId))
    .where('accounts.closed_at', 'is', null)
    .executeTakeFirst()
}

/** Links an address. Returns `taken` when it is linked already, to any account. */
export async function insertWallet({ db }: Tx, wallet: NewWallet): Promise<LinkedWallet | 'taken'> {
  const row = await tables(db)
    .insertInto('wallets')
    .values({
      id: wallet.id,
      account_id: wallet.accountId,
      address: wallet.address,
      contract_chain_id: textOf(wallet.contractChainId),
      label: wallet.label,
      created_at: wallet.createdAt,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? 'taken' : viewOf(row)
}

/** Changes the label of a wallet; `undefined` if the account has no such wallet. */
export async function updateLabel(
  { db }: Tx,
  accountId: AccountId,
  { id, label }: { id: WalletId; label: string },
): Promise<LinkedWallet | undefined> {
  const row = await tables(db)
    .updateTable('wallets')
    .set({ label })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirst()
  return row && viewOf(row)
}

/** Records a use of a wallet. */
export async function touchWallet({ db }: Tx, id: WalletId, at: Date): Promise<void> {
  await tables(db).updateTable('wallets').set({ last_used_at: at }).where('id', '=', id).execute()
}

/** Deletes a wallet of an account and returns its address; `undefined` if the account has no such wallet. */
export async function deleteWallet(
  { db }: Tx,
  accountId: AccountId,
  id: WalletId,
): Promise<string | undefined> {
  const row = await tables(db)
    .deleteFrom('wallets')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('address')
    .executeTakeFirst()
  return row?.address
}

function viewOf(row: Selectable<WalletTables['wallets']>): LinkedWallet {
  const { id, address, contract_chain_id, label, created_at, last_used_at } = row
  return {
    id,
    address,
    contract_chain_id: contract_chain_id === null ? null : Number(contract_chain_id),
    label,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  }
}

function textOf(chainId: number | null): string | null {
  return chainId === null ? null : String(chainId)
}

function tables(db: Db) {
  return db.withTables<AuthTables & WalletTables>()
}
