import type { MachineId } from '@gridloom/contract/core/ids'
import type { Timestamp } from '@gridloom/contract/core/values'
import { Refused } from '@gridloom/contract/errors'
import type { Ctx } from '../../platform/ctx.ts'
import { hashSecret } from '../../platform/ids.ts'
import { findAgentKey } from './keys-store.ts'
import { insertNonce } from './nonces-store.ts'

const nonceLifeMs = 60_000

/**
 * Makes a nonce for a machine to sign, valid once and for one minute.
 * @throws {Refused} machine_refused where the machine is unknown or its key revoked
 */
export async function makeChallenge(
  ctx: Ctx,
  machineId: MachineId,
): Promise<{ nonce: string; expires_at: Timestamp }> {
  if ((await findAgentKey(ctx.db, machineId)) === undefined) throw new Refused('machine_refused')
  const now = ctx.clock.now()
  const nonce = ctx.ids.secret()
  const expiresAt = new Date(now.getTime() + nonceLifeMs)
  await ctx.transact((tx) =>
    insertNonce(tx, { hash: hashSecret(nonce), machineId, expiresAt }, now),
  )
  return { nonce, expires_at: expiresAt.toISOString() }
}
