import { enrolStatement } from '@gridloom/contract/agent/protocol'
import { Refused } from '@gridloom/contract/errors'
import type { AccountId, MachineId } from '@gridloom/contract/ids'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { hashSecret } from '../../platform/ids.ts'
import { isSignedBy, registerKey } from '../agents/index.ts'
import { keepOpen } from '../identity/index.ts'
import { useEnrolmentToken } from './enrolment-store.ts'
import { insertMachine } from './machines-store.ts'
import { defaultPricing } from './new-machine.ts'

export interface Enrolment {
  token: string
  /** Ed25519, raw 32 bytes in base64url. */
  public_key: string
  name: string
  /** Over `enrolStatement(token)`, base64url. */
  signature: string
}

/** What else is done with a machine that is enrolled, in the same transaction. */
export type AfterEnrolment = (
  ctx: Ctx,
  tx: Tx,
  machine: { machineId: MachineId; accountId: AccountId },
) => Promise<void>

/**
 * Makes a machine of whoever holds a token and the key that signed it. The token is used up in the same
 * transaction that makes the machine: of two that come at once one gets a machine.
 * `enrolledHere` is for the machine that the server itself runs on.
 * @throws {Refused} enrolment_token_invalid
 */
export async function enrolMachine(
  ctx: Ctx,
  input: Enrolment,
  enrolledHere?: AfterEnrolment,
): Promise<{ machine_id: MachineId }> {
  const { token, public_key: publicKey, signature } = input
  if (!isSignedBy({ publicKey, statement: enrolStatement(token), signature })) {
    throw new Refused('enrolment_token_invalid', { internal: 'the signature is not of this key' })
  }
  const now = ctx.clock.now()
  const id = ctx.ids.mint('machine')
  await ctx.transact(async (tx) => {
    const used = await useEnrolmentToken(tx, hashSecret(token), now)
    if (used === undefined) throw new Refused('enrolment_token_invalid')
    const { account_id: accountId, is_here: isHere } = used
    tx.note({ accountId, subject: id })
    await keepOpen(tx, accountId)
    await registerKey(tx, { machineId: id, publicKey })
    await insertMachine(tx, {
      id,
      account_id: accountId,
      name: input.name,
      listed: true,
      status: 'waiting',
      ...defaultPricing,
      hardware: null,
      enrolled_at: now,
    })
    if (isHere) await enrolledHere?.(ctx, tx, { machineId: id, accountId })
    await tx.tell({ topic: 'machine', accountId, subject: id })
  })
  return { machine_id: id }
}
