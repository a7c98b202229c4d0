import type { MachineId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'
import type { RenderingCtx } from '../ctx.ts'
import type { ArrivedCanary } from '../dispatch/arrived-canary.ts'
import { fileKeys } from '../file-keys.ts'
import { publishWork } from '../frames/publish-job.ts'
import { NotAPicture, type PictureDifference } from '../pictures/pictures.ts'
import type { CanaryShown } from '../schema.ts'
import { admit } from './admit.ts'
import { type CanaryNamed, findShown, lockShown } from './canary-store.ts'
import { decideCanary, rendersOnCpu, settleCanary } from './decide-canary.ts'
import { listLinked, type Producer, readProducer, updateMachineRow } from './frame-parts-store.ts'
import { readPictureFile } from './read-file.ts'
import { refuseMachine } from './refuse-machine.ts'

/**
 * Handles an established machine's picture of another's canary: that machine is admitted or refused, or a further
 * referee is asked. A referee that could not render the canary is not asked again. The picture is ignored if the
 * machine has rendered a later canary by now.
 */
export async function receiveReference(
  ctx: RenderingCtx,
  shownBy: MachineId,
  { chunk, key }: ArrivedCanary,
): Promise<void> {
  const { work } = chunk.spec
  const [producer, referee] = [
    await readProducer(ctx.db, shownBy),
    await readProducer(ctx.db, chunk.machine_id),
  ]
  if (work.kind !== 'canary' || producer === undefined || referee === undefined) return
  const named = { machineId: shownBy, seed: work.seed }
  if ((await findShown(ctx.db, named)) === undefined) return
  // The two owners may have become one party since the order.
  const parties = await listLinked(ctx.db, [referee.account_id])
  const isParty = parties.includes(producer.account_id)
  const isLike = isLikeOf(producer, referee)
  const difference = key === null || isParty ? null : await compared(ctx, { shownBy, key, isLike })
  const isSettled = await settle(ctx, { named, chunk, producer, referee, isLike, difference })
  if (isSettled) await ctx.files.remove(fileKeys.canary(shownBy))
}

interface CheckSettlement {
  named: CanaryNamed
  /** The chunk in which the reference was rendered. */
  chunk: ArrivedCanary['chunk']
  producer: Producer
  referee: Producer
  isLike: boolean
  difference: PictureDifference | null
}

/** Settles the canary. Returns `false` if it waits for another reference, or was already settled. */
function settle(ctx: RenderingCtx, settling: CheckSettlement): Promise<boolean> {
  const { named, chunk, producer, referee, isLike, difference } = settling
  return ctx.transact(async (tx) => {
    const machine = await lockShown(tx, named)
    if (machine === undefined) return false
    if (difference === null) {
      const failed_by = [...machine.canary.failed_by, referee.machine_id]
      await askAnother(tx, named, { ...machine.canary, failed_by })
      return false
    }
    const { machine_id, account_id, vouched: isVouched } = referee
    const says = decideCanary({ difference, isLike })
    const votes = [...machine.canary.votes, { machine_id, account_id, says }]
    const verdict = settleCanary(
      votes.map((vote) => vote.says),
      { isVouched },
    )
    if (verdict === 'second_opinion') {
      await askAnother(tx, named, { ...machine.canary, votes, at: ctx.clock.now().toISOString() })
      return false
    }
    if (verdict === 'admitted') await admit(tx, { machine, score: machine.canary.score })
    else await refuseMachine(ctx, tx, { machine: producer, occasion: chunk.id })
    return true
  })
}

async function askAnother(tx: Tx, { machineId }: CanaryNamed, canary: CanaryShown): Promise<void> {
  await updateMachineRow(tx, machineId, { canary: JSON.stringify(canary) })
  await publishWork(tx)
}

/** Whether both have the same Blender on the same kind of device: only then are pixels the same. */
function isLikeOf({ capability: one }: Producer, { capability: other }: Producer): boolean {
  if (one === null || other === null) return false
  return one.blender_version === other.blender_version && rendersOnCpu(one) && rendersOnCpu(other)
}

interface Pair {
  shownBy: MachineId
  key: string
  isLike: boolean
}

/** Compares the two pictures. `null`: the referee's file is malformed, which proves nothing about the other. */
async function compared(
  ctx: RenderingCtx,
  { shownBy, key, isLike }: Pair,
): Promise<PictureDifference | null> {
  const read = async (from: string) =>
    ({ bytes: await readPictureFile(ctx, from), format: 'png' }) as const
  try {
    const [first, second] = [await read(fileKeys.canary(shownBy)), await read(key)]
    const pair = { first, second, region: null, shrinkBy: isLike ? 1 : 4 }
    return await ctx.pictures.compare(pair, ctx.signal)
  } catch (error) {
    // @NOTE the waiting canary was inspected when it arrived: the fault is the referee's.
    if (error instanceof NotAPicture) return null
    throw error
  }
}
