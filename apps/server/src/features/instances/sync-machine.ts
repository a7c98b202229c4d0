import { instanceCalls } from '@gridloom/contract/agent/instances-calls'
import type { InstanceSpec } from '@gridloom/contract/agent/protocol'
import type { InstanceId, MachineId } from '@gridloom/contract/core/ids'
import type { InstancesCtx } from './ctx.ts'
import { findInstance, listOnMachine } from './instances-store.ts'
import { mustWait } from './interruptions/awaiting.ts'
import { hadDisk, loseDisk } from './lose-disk.ts'
import { readSpec, readSpecs } from './read-specs.ts'
import type { InstanceRow } from './schema.ts'

const timeoutMs = 20_000

/**
 * Sends a machine that has just connected all instances that it should have. Others on it are destroyed only if we know
 * them as destroyed: an unknown instance is left alone, because a database restored from yesterday must not wipe
 * today's disks. An instance that it should have and has lost is failed, not silently recreated on an empty disk.
 */
export async function syncMachine(
  ctx: InstancesCtx,
  { machineId, held }: { machineId: MachineId; held: ReadonlySet<InstanceId> },
): Promise<void> {
  const rows = await listOnMachine(ctx.db, machineId)
  const lost = rows.filter((row) => !held.has(row.id) && hadDisk(row))
  for (const row of lost) await loseDisk(ctx, row.id)
  const wanted = rows.filter((row) => !lost.includes(row))
  const reply = await ctx.agents.call(machineId, instanceCalls.sync, {
    body: { instances: await specsToSync(ctx, wanted) },
    signal: ctx.clock.timeout(timeoutMs),
    timeoutMs,
  })
  for (const id of reply.unknown) await destroyIfKnown(ctx, machineId, id)
}

/** One that waits for its slots is not sent; one that the machine has already keeps the state that it has seen. */
async function specsToSync(
  ctx: InstancesCtx,
  rows: readonly InstanceRow[],
): Promise<InstanceSpec[]> {
  const sent = rows.filter((row) => !mustWait(row) || row.observed_generation > 0)
  const waiting = new Map(sent.filter(mustWait).map((row) => [row.id, row.observed_generation]))
  const specs = await readSpecs(ctx, sent)
  return specs.map((spec) => {
    const generation = waiting.get(spec.instance_id)
    return generation === undefined ? spec : { ...spec, desired: 'stopped' as const, generation }
  })
}

async function destroyIfKnown(
  ctx: InstancesCtx,
  machineId: MachineId,
  id: InstanceId,
): Promise<void> {
  const row = await findInstance(ctx.db, id)
  if (row?.machine_id !== machineId || row.state !== 'destroyed') {
    ctx.log.warn(
      { event: 'instance.unknown_reported', machine: machineId, instance: id },
      'a machine holds an instance that is not known here; it is left as it is',
    )
    return
  }
  const spec: InstanceSpec = {
    ...(await readSpec(ctx, row)),
    desired: 'destroyed',
    generation: row.generation + 1,
  }
  await ctx.agents.call(machineId, instanceCalls.apply, {
    params: { id },
    body: spec,
    signal: ctx.clock.timeout(timeoutMs),
    timeoutMs,
  })
}
