import { instanceCalls } from '@gridloom/contract/agent/instances-calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import type { InstancesCtx } from './ctx.ts'
import { findInstance } from './instances-store.ts'
import { mustWait } from './interruptions/awaiting.ts'
import { readSpec } from './read-specs.ts'

const sendTimeoutMs = 10_000

/**
 * Sends the machine the spec of an instance. Nothing is lost when it cannot be sent now: the agent receives all specs
 * at its next connection, and each of its heartbeats that shows an older generation sends this one again. An instance
 * that waits for slots is not sent.
 */
export async function sendSpec(ctx: InstancesCtx, id: InstanceId): Promise<void> {
  const row = await findInstance(ctx.db, id)
  if (row === undefined || mustWait(row) || !ctx.agents.connected(row.machine_id)) return
  await ctx.agents.call(row.machine_id, instanceCalls.apply, {
    params: { id },
    body: await readSpec(ctx, row),
    signal: ctx.clock.timeout(sendTimeoutMs),
    timeoutMs: sendTimeoutMs,
  })
}

/** Sends the spec without waiting: the response to the caller does not depend on it. */
export function sendSpecSoon(ctx: InstancesCtx, id: InstanceId): void {
  sendSpec(ctx, id).catch((error: unknown) => {
    ctx.log.warn(
      { event: 'instance.spec_delayed', err: error, instance: id },
      'the desired state could not be sent to a machine; it will be sent again',
    )
  })
}
