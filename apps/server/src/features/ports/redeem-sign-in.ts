import { readPortLabel } from '@gridloom/contract/ports/port-label'
import type { Redeemed, SignInRedemption } from '../../edge/apps/admission.ts'
import { hashSecret } from '../../platform/ids.ts'
import { findByLabel } from './addresses-store.ts'
import type { PortsCtx } from './ctx.ts'
import { redeemCode } from './sessions-store.ts'

/** Exchanges the code of a sign-in for the cookie of its address; `undefined` where it is not valid for this browser. */
export async function redeemSignIn(
  ctx: PortsCtx,
  { label, code, attempt }: SignInRedemption,
): Promise<Redeemed> {
  const name = readPortLabel(label)
  const address = name && (await findByLabel(ctx.db, name))
  if (address === undefined) return undefined
  const cookie = ctx.ids.secret()
  const now = ctx.clock.now()
  const redeemed = await ctx.transact((tx) =>
    redeemCode(
      tx,
      { instanceId: address.instance_id, port: address.port },
      {
        codeHash: hashSecret(code),
        attemptHash: hashSecret(attempt),
        cookieHash: hashSecret(cookie),
        now,
      },
    ),
  )
  if (redeemed === undefined) return undefined
  const maxAgeS = Math.ceil((redeemed.expires_at.getTime() - now.getTime()) / 1_000)
  return { cookie, maxAgeS }
}
