import type { AccountId } from '@gridloom/contract/ids'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { giveStartingCredit, openAccount as openLedgerAccount } from '../ledger/index.ts'
import { deleteClaims, insertAccount, lockAddress, type NewAccount } from './accounts-store.ts'
import { usernameFrom } from './email-key.ts'
import { loadSettings } from './settings-store.ts'
import { tellSessions } from './tell-sessions.ts'

type Opening = Pick<NewAccount, 'email' | 'passwordHash' | 'role'> & { access: 'granted' | 'none' }

/**
 * Makes an account whose address somebody else vouches for (the operator's environment, a sign-in provider), with its
 * place in the ledger and the starting credit, all or nothing. Whoever only claimed the address is deleted.
 * `taken`: the address has a proven account, and nothing was written.
 */
export async function openAccount(
  ctx: Pick<Ctx, 'ids' | 'clock'>,
  tx: Tx,
  { access, ...account }: Opening,
): Promise<AccountId | 'taken'> {
  const id = ctx.ids.mint('account')
  const createdAt = ctx.clock.now()
  await lockAddress(tx, account.email)
  const inserted = await insertAccount(tx, {
    ...account,
    id,
    username: usernameFrom(account.email),
    emailVerifiedAt: createdAt,
    accessGrantedAt: access === 'granted' ? createdAt : null,
    createdAt,
  })
  if (inserted === 'taken') return 'taken'
  await ownAddress(ctx, tx, { id, email: account.email })
  return id
}

/** What comes with a proven address: every other claim to it ends, and the ledger opens with the starting credit. */
export async function ownAddress(
  ctx: Pick<Ctx, 'ids' | 'clock'>,
  tx: Tx,
  { id, email }: { id: AccountId; email: string },
): Promise<void> {
  for (const { personId, sessionId } of await deleteClaims(tx, email, id))
    await tellSessions(tx, personId, [sessionId])
  const { starting_credit_micro_usd: microUsd } = await loadSettings(tx.db)
  await openLedgerAccount(tx, id)
  await giveStartingCredit(ctx, tx, { accountId: id, microUsd })
}
