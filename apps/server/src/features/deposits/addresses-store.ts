import type { AccountId } from '@gridloom/contract/core/ids'
import type { Insertable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { DepositTables } from './schema.ts'

type AddressRow = Insertable<DepositTables['deposit_addresses']>

export async function insertAddresses({ db }: Tx, rows: readonly AddressRow[]): Promise<void> {
  await db
    .withTables<DepositTables>()
    .insertInto('deposit_addresses')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The accounts of all deposit addresses of a chain, by address. */
export async function selectAddresses(
  db: Db,
  chainId: number,
): Promise<ReadonlyMap<string, AccountId>> {
  const rows = await db
    .withTables<DepositTables>()
    .selectFrom('deposit_addresses')
    .select(['address', 'account_id'])
    .where('chain_id', '=', chainId)
    .execute()
  return new Map(rows.map(({ address, account_id }) => [address, account_id]))
}

/** The addresses of one account. */
export async function selectOwnAddresses(
  db: Db,
  accountId: AccountId,
): Promise<{ chain_id: number; address: string }[]> {
  return db
    .withTables<DepositTables>()
    .selectFrom('deposit_addresses')
    .select(['chain_id', 'address'])
    .where('account_id', '=', accountId)
    .execute()
}
