import type { AccountId } from '@gridloom/contract/ids'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { giveStartingCredit, openAccount as openLedgerAccount } from '../ledger/index.ts'
import { insertAccount, type NewAccount } from './accounts-store.ts'
import { usernameFrom } from './email-key.ts'
import { loadSettings } from './settings-store.ts'

type Opening = Pick<NewAccount, 'email' | 'passwordHash' | 'role'> & { access: 'granted' | 'none' }

/**
 * Makes an account with its place in the ledger and the starting credit, all or nothing.
 * `taken`: the e-mail address has an account, and nothing was written.
 */
export async function openAccount(
  ctx: Pick<Ctx, 'ids' | 'clock'>,
  tx: Tx,
  { access, ...account }: Opening,
): Promise<AccountId | 'taken'> {
  const id = ctx.ids.mint('account')
  const createdAt = ctx.clock.now()
  const inserted = await insertAccount(tx, {
    ...account,
    id,
    username: usernameFrom(account.email),
    emailVerifiedAt: createdAt,
    accessGrantedAt: access === 'granted' ? createdAt : null,
    createdAt,
  })
  if (inserted === 'taken') return 'taken'
  const { starting_credit_micro_usd: microUsd } = await loadSettings(tx.db)
  await openLedgerAccount(tx, id)
  await giveStartingCredit(ctx, tx, { accountId: id, microUsd })
  return id
}
