import type { TokenReply } from '@gridloom/contract/auth/credentials'
import type { AccountId } from '@gridloom/contract/core/ids'
import { type Ctx, personOf, sessionOf } from '../../../platform/ctx.ts'
import { findMembership, setActingFor } from '../memberships-store.ts'
import { noSuchCompany } from '../no-such-company.ts'
import { publishSessions } from '../publish-sessions.ts'
import { exchangeToken } from '../refresh-token.ts'
import { publishAccount } from './publish-company.ts'

interface Acting {
  /** `null`: for oneself. */
  companyId: AccountId | null
  /** The bearer token of the call: it is rotated, as it stands for somebody else from then on. */
  token: string
}

/** Lets the caller's session work for a company of theirs, or for themselves. @throws Refused `not_found`, `token_expired` */
export async function actAs(ctx: Ctx, { companyId, token }: Acting): Promise<TokenReply> {
  const personId = personOf(ctx)
  const sessionId = sessionOf(ctx)
  return ctx.transact(async (tx) => {
    if (companyId !== null && (await findMembership(tx.db, companyId, personId)) === undefined)
      throw noSuchCompany()
    const next = await exchangeToken(ctx, tx, { sessionId, token })
    await setActingFor(tx, sessionId, companyId)
    tx.note({ accountId: companyId ?? personId })
    await publishSessions(tx, personId, [sessionId])
    await publishAccount(tx, personId)
    return { token: next }
  })
}
