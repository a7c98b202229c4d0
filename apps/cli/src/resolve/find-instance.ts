import { InstanceId } from '@gridloom/contract/core/ids'
import type { Instance } from '@gridloom/contract/instances/instance'
import type { Ctx } from '../ctx.ts'
import { NotFoundError } from '../errors.ts'
import { chooseOne } from './choose-one.ts'

/**
 * Finds an instance by its label or part of its id. Destroyed ones are searched only if `among` is `all` and no other
 * one matches.
 */
export async function findInstance(
  ctx: Ctx,
  wanted: string,
  among: 'living' | 'all' = 'living',
): Promise<Instance> {
  if (InstanceId.safeParse(wanted).success) {
    return ctx.client.instances.read({ params: { id: wanted }, signal: ctx.signal })
  }
  const living = await ctx.client.instances.list({ signal: ctx.signal })
  try {
    return chooseInstance(living, wanted)
  } catch (error) {
    if (among === 'living' || !(error instanceof NotFoundError)) throw error
    const query = { destroyed: true }
    return chooseInstance(await ctx.client.instances.list({ query, signal: ctx.signal }), wanted)
  }
}

/** Finds several instances, each once, with one request for those that are not named by a whole id. */
export async function findInstances(ctx: Ctx, wanted: readonly string[]): Promise<Instance[]> {
  if (wanted.length === 1) return [await findInstance(ctx, wanted[0] ?? '')]
  const living = await ctx.client.instances.list({ signal: ctx.signal })
  const found = wanted.map((name) => chooseInstance(living, name))
  return [...new Map(found.map((instance) => [instance.id, instance])).values()]
}

function chooseInstance(instances: readonly Instance[], wanted: string): Instance {
  const named = instances.map((instance) => ({ id: instance.id, name: instance.label, instance }))
  return chooseOne(named, wanted, 'instance').instance
}
