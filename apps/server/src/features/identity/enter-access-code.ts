import { Refused } from '@gridloom/contract/errors'
import type { TokenReply } from '@gridloom/contract/identity'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import { useAccessCode } from './access-codes-store.ts'
import { grantAccess } from './accounts-store.ts'
import { refreshToken } from './refresh-token.ts'

interface Entered {
  code: string
  /** The bearer token of the call: it is rotated, as what it may do has grown. */
  token: string
}

/** Opens the beta for the caller's account. @throws Refused `access_code_invalid` */
export async function enterAccessCode(ctx: Ctx, { code, token }: Entered): Promise<TokenReply> {
  const { accountId } = accountOf(ctx)
  await ctx.transact(async (tx) => {
    if ((await useAccessCode(tx, code)) === 'unknown') throw new Refused('access_code_invalid')
    await grantAccess(tx, accountId, ctx.clock.now())
  })
  return { token: await refreshToken(ctx, token) }
}
