import { Refused } from '@gridloom/contract/errors'
import type { TokenReply } from '@gridloom/contract/identity'
import { type Ctx, personOf } from '../../platform/ctx.ts'
import { accessCodeHash, isKnownAccessCode, useAccessCode } from './access-codes-store.ts'
import { grantAccess } from './accounts-store.ts'
import { refreshToken } from './refresh-token.ts'
import { requireProven } from './require-proven.ts'

interface Entered {
  code: string
  /** The bearer token of the call: it is rotated, as what it may do has grown. */
  token: string
}

/**
 * Opens the beta for the caller's account. An account that has it open uses up nothing.
 * @throws Refused `email_unverified`, `access_code_invalid`
 */
export async function enterAccessCode(ctx: Ctx, { code, token }: Entered): Promise<TokenReply> {
  const personId = personOf(ctx)
  await requireProven(ctx.db, personId)
  const now = ctx.clock.now()
  const entered = { hash: accessCodeHash(code), now }
  await ctx.transact(async (tx) => {
    const isNew = (await grantAccess(tx, personId, now)) === 'granted'
    const isGood = isNew
      ? (await useAccessCode(tx, entered)) === 'valid'
      : await isKnownAccessCode(tx.db, entered)
    if (!isGood) throw new Refused('access_code_invalid')
    await tx.tell({ topic: 'account', accountId: personId, subject: personId })
  })
  return { token: await refreshToken(ctx, token) }
}
