import { enrolStatement } from '@gridloom/contract/agent/protocol'
import type { AccountId, MachineId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Fingerprint } from '@gridloom/contract/machines/enrolment'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import type { AllFeatures } from '../../platform/feature.ts'
import { hashSecret } from '../../platform/ids.ts'
import { isSignedBy, registerKey, revokeKey } from '../agents/index.ts'
import { keepOpen, lockQuota } from '../companies/index.ts'
import type { MachinesCtx } from './ctx.ts'
import { useEnrolmentToken } from './enrolment-store.ts'
import { putFingerprint } from './fingerprints-store.ts'
import { identifyComputer } from './identify-computer.ts'
import { computersOf } from './installation-salt.ts'
import { machineQuota } from './machine-quota.ts'
import { insertMachine } from './machines-store.ts'
import { defaultPricing } from './new-machine.ts'
import { publishMachine } from './publish-machine.ts'

export interface Enrolment {
  token: string
  /** Ed25519, raw 32 bytes in base64url. */
  public_key: string
  name: string
  /** Over `enrolStatement(token)`, base64url. */
  signature: string
  /**
   * Identifies the computer, so that it stays one machine; an agent that cannot read it gets a new machine each time.
   */
  fingerprint?: Fingerprint | undefined
}

/**
 * Makes a machine for the holder of a token and of the key that signed it, or stores the new key for the machine that
 * this computer already is. The token is redeemed in the same transaction: of two concurrent enrolments one gets a
 * machine.
 * @throws {Refused} enrolment_token_invalid; computer_enrolled where the computer is another account's machine;
 * limit_reached
 */
export async function enrolMachine(
  ctx: Pick<MachinesCtx, 'agents'> & Ctx,
  input: Enrolment,
  all: Pick<AllFeatures, 'runHooks'>,
): Promise<{ machine_id: MachineId }> {
  const { token, public_key: publicKey, signature } = input
  if (!isSignedBy({ publicKey, statement: enrolStatement(token), signature })) {
    throw new Refused('enrolment_token_invalid', { internal: 'the signature is not of this key' })
  }
  const { id, kind } = await ctx.transact(async (tx) => {
    const used = await useEnrolmentToken(tx, hashSecret(token), ctx.clock.now())
    if (used === undefined) throw new Refused('enrolment_token_invalid')
    await keepOpen(tx, used.account_id)
    return enrol(ctx, tx, { input, used, all })
  })
  // A connection with the earlier key belongs to another agent on the same computer.
  if (kind === 'again') ctx.agents.disconnect(id)
  return { machine_id: id }
}

interface Enrolling {
  input: Enrolment
  used: { account_id: AccountId; is_here: boolean }
  all: Pick<AllFeatures, 'runHooks'>
}

async function enrol(ctx: Ctx, tx: Tx, { input, used, all }: Enrolling) {
  const { account_id: accountId } = used
  const now = ctx.clock.now()
  const fingerprint = input.fingerprint && (await computersOf(ctx, tx)).keyed(input.fingerprint)
  const verdict = await identifyComputer(tx, { fingerprint, accountId, now })
  const id = verdict.kind === 'again' ? verdict.machineId : ctx.ids.mint('machine')
  tx.note({ accountId, subject: id })
  if (verdict.kind === 'again') await revokeKey(tx, id, now)
  await registerKey(tx, { machineId: id, publicKey: input.public_key })
  if (verdict.kind === 'new') {
    await lockQuota(tx, accountId, machineQuota)
    await insertMachine(tx, newMachine(id, { accountId, name: input.name, now }))
    const { before } = verdict
    const enrolled = { machineId: id, accountId, before, isHere: used.is_here }
    await all.runHooks('machine.enrolled', ctx, tx, enrolled)
  }
  if (fingerprint !== undefined) await putFingerprint(tx, { machineId: id, fingerprint, at: now })
  await publishMachine(tx, accountId, id)
  return { id, kind: verdict.kind }
}

function newMachine(
  id: MachineId,
  { accountId, name, now }: { accountId: AccountId; name: string; now: Date },
) {
  return {
    id,
    account_id: accountId,
    name,
    listed: true,
    status: 'waiting',
    ...defaultPricing,
    hardware: null,
    enrolled_at: now,
  } as const
}
