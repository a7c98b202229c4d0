import type { MachineId } from '@gridloom/contract/core/ids'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import type { ReputationCtx } from '../ctx.ts'
import { listBadFacts, listHeirs, putInherits } from './earlier-facts-store.ts'
import { lockChain } from './evidence-store.ts'
import { recordFact } from './record-fact.ts'

const factsMax = 50
const machinesAtOnce = 20

/** Notes, as a machine is enrolled, the earlier machines on its computer. */
export async function noteEarlierMachines(
  _ctx: Ctx,
  tx: Tx,
  { machineId, before }: { machineId: MachineId; before: readonly MachineId[] },
): Promise<void> {
  const earlier = before.filter((id) => id !== machineId)
  if (earlier.length === 0) return
  await lockChain(tx, machineId)
  await putInherits(tx, machineId, earlier)
}

/**
 * Repeats the newest bad facts of a computer's earlier machines for its new machine, so that enrolling it again, for
 * whichever account, does not make it new. The parties stay behind: their digests are another for each machine.
 */
export async function inheritFacts(ctx: ReputationCtx): Promise<void> {
  for (const { machineId, earlier } of await listHeirs(ctx.db, machinesAtOnce))
    await ctx.transact(async (tx) => {
      await lockChain(tx, machineId)
      for (const fact of await listBadFacts(tx.db, earlier, factsMax)) {
        const { kind, value, cause, figure, at, hash: source } = fact
        await recordFact(ctx, tx, {
          ...{ machineId, kind, value, cause, figure, source, at: new Date(at) },
        })
      }
      await putInherits(tx, machineId, null)
    })
}
