import { enrolmentTokenLifeS } from '@gridloom/contract/constants'
import type { EnrolmentToken } from '@gridloom/contract/machines'
import { accountOf } from '../../platform/ctx.ts'
import { hashSecret } from '../../platform/ids.ts'
import type { MachinesCtx } from './ctx.ts'
import { insertEnrolmentToken } from './enrolment-store.ts'

/** A token that enrols one machine for the caller, once, within ten minutes. Only its hash is kept. */
export async function createEnrolmentToken(ctx: MachinesCtx): Promise<EnrolmentToken> {
  const { accountId } = accountOf(ctx)
  const token = ctx.ids.secret()
  const now = ctx.clock.now()
  const expiresAt = new Date(now.getTime() + enrolmentTokenLifeS * 1_000)
  await ctx.transact((tx) =>
    insertEnrolmentToken(tx, { hash: hashSecret(token), accountId, expiresAt }, now),
  )
  return {
    token,
    expires_at: expiresAt.toISOString(),
    command: `script/agent run --server ${ctx.publicUrl} --token ${token}`,
  }
}
