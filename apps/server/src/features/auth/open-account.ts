import type { AccountId } from '@gridloom/contract/core/ids'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import {
  deleteClaims,
  giveWelcomeCredit,
  insertAccount,
  loadSettings,
  lockEmailAddress,
  type NewAccount,
  publishSessions,
  selectClaims,
  usernameFrom,
} from '../accounts/index.ts'
import { openLedgerAccount } from '../ledger/index.ts'
import { selectOpenSessions } from './sessions-store.ts'

type Opening = Pick<NewAccount, 'email' | 'passwordHash' | 'role'> & { access: 'granted' | 'none' }

/**
 * Creates an account whose address another party vouches for (the operator's configuration, a sign-in provider), with
 * its ledger account and, if it comes with access, the welcome credit, in one transaction. Accounts that only claimed
 * the address are deleted. Returns `taken`, and writes nothing, when the address has a verified account.
 */
export async function openAccount(
  ctx: Pick<Ctx, 'ids' | 'clock'>,
  tx: Tx,
  { access, ...account }: Opening,
): Promise<AccountId | 'taken'> {
  const id = ctx.ids.mint('account')
  const createdAt = ctx.clock.now()
  await lockEmailAddress(tx, account.email)
  const inserted = await insertAccount(tx, {
    ...account,
    id,
    username: usernameFrom(account.email),
    emailVerifiedAt: createdAt,
    accessGrantedAt: access === 'granted' ? createdAt : null,
    createdAt,
  })
  if (inserted === 'taken') return 'taken'
  await ownAddress(tx, { id, email: account.email })
  if (access === 'granted') {
    const { starting_credit_micro_usd: microUsd } = await loadSettings(tx.db)
    await giveWelcomeCredit(ctx, tx, { accountId: id, email: account.email, microUsd })
  }
  return id
}

/** Completes the verification of an address: deletes all other claims to it and opens an empty ledger account. */
export async function ownAddress(
  tx: Tx,
  { id, email }: { id: AccountId; email: string },
): Promise<void> {
  const claims = await selectClaims(tx.db, email, id)
  if (claims.length > 0) {
    for (const { userId, sessionId } of await selectOpenSessions(tx, claims))
      await publishSessions(tx, userId, [sessionId])
    await deleteClaims(tx, claims)
  }
  await openLedgerAccount(tx, id)
}
