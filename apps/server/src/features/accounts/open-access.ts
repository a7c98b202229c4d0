import type { AccountId } from '@gridloom/contract/core/ids'
import { secondsOver } from '../../platform/attempts/limit-attempts.ts'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { joiningNetwork } from '../../platform/http/network-of.ts'
import { accountSummary, grantAccess } from './accounts-store.ts'
import { giveWelcomeCredit } from './give-welcome-credit.ts'
import { joinLimits } from './join-limits.ts'
import { publishAccount } from './publish-account.ts'
import { loadSettings } from './settings-store.ts'

/**
 * Grants an account with a verified address access to the beta without an access code, with the welcome credit and its
 * daily limits. `by` names who lets it in. `busy`: a limit is reached, and an access code is needed.
 */
export async function openAccess(
  ctx: Pick<Ctx, 'ids' | 'clock'>,
  tx: Tx,
  { accountId, by, address }: { accountId: AccountId; by: string; address: string },
): Promise<'opened' | 'had_it' | 'busy'> {
  const account = await accountSummary(tx.db, accountId)
  if (account === undefined || !account.emailVerified || account.hasAccess) return 'had_it'
  const { starting_credit_micro_usd: microUsd } = await loadSettings(tx.db)
  if (microUsd > 0)
    for (const limit of joinLimits(by, joiningNetwork(address)))
      if ((await secondsOver(ctx, tx, limit)) > 0) return 'busy'
  if ((await grantAccess(tx, accountId, ctx.clock.now())) === 'had_it') return 'had_it'
  await giveWelcomeCredit(ctx, tx, { accountId, email: account.email, microUsd })
  await publishAccount(tx, accountId)
  return 'opened'
}
