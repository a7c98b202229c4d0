import type { InstanceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type {
  InstanceAction,
  InstanceActionResult,
  InstanceActions,
} from '@gridloom/contract/instances/actions'
import type { Instance } from '@gridloom/contract/instances/instance'
import type { InstancesCtx } from './ctx.ts'
import { destroyInstance } from './destroy-instance.ts'
import { restartInstance } from './restart-instance.ts'
import { startInstance } from './start-instance.ts'
import { stopInstance } from './stop-instance.ts'

const verbs = {
  start: startInstance,
  stop: stopInstance,
  restart: restartInstance,
  destroy: destroyInstance,
} as const satisfies Record<
  InstanceAction,
  (ctx: InstancesCtx, id: InstanceId) => Promise<Instance>
>

/**
 * Takes one action on several instances, one after the other, in the order given: each in a transaction of its own, with
 * its own checks, holds and audit event, as if it were asked for alone. A refusal is the result of its instance and
 * stops no other; a failure of the server ends the call, and repeating the call is safe, as is each action.
 */
export async function actOnInstances(
  ctx: InstancesCtx,
  { action, ids }: InstanceActions,
): Promise<{ results: InstanceActionResult[] }> {
  const results: InstanceActionResult[] = []
  for (const id of ids) {
    // A caller who has left gets no more of it done.
    ctx.signal.throwIfAborted()
    results.push(await actOn(ctx, action, id))
  }
  return { results }
}

async function actOn(
  ctx: InstancesCtx,
  action: InstanceAction,
  id: InstanceId,
): Promise<InstanceActionResult> {
  const audited = { ...ctx, ...ctx.auditedAs({ action: `instances.${action}`, subject: id }) }
  try {
    return { id, instance: await verbs[action](audited, id), error: null }
  } catch (error) {
    if (!(error instanceof Refused) || error.status >= 500) throw error
    return { id, instance: null, error: { code: error.code, text: error.publicText } }
  }
}
