import type { TokenReply } from '@gridloom/contract/auth/credentials'
import type { AccountId } from '@gridloom/contract/core/ids'
import { type Ctx, sessionOf, userOf } from '../../platform/ctx.ts'
import { publishAccount, publishSessions } from '../accounts/index.ts'
import { findMembership, noSuchCompany } from '../companies/index.ts'
import { setActiveCompany } from './active-company-store.ts'
import { exchangeToken } from './refresh-token.ts'

interface ActAsRequest {
  /** `null`: the user's personal account. */
  companyId: AccountId | null
  /** The bearer token of the call. It is rotated, as the new one is for another account. */
  token: string
}

/** Switches the active account of the session. @throws Refused `not_found`, `token_expired` */
export async function actAs(ctx: Ctx, { companyId, token }: ActAsRequest): Promise<TokenReply> {
  const userId = userOf(ctx)
  const sessionId = sessionOf(ctx)
  return ctx.transact(async (tx) => {
    if (companyId !== null && (await findMembership(tx.db, companyId, userId)) === undefined)
      throw noSuchCompany()
    const next = await exchangeToken(ctx, tx, { sessionId, token })
    await setActiveCompany(tx, sessionId, companyId)
    tx.note({ accountId: companyId ?? userId })
    await publishSessions(tx, userId, [sessionId])
    await publishAccount(tx, userId)
    return { token: next }
  })
}
