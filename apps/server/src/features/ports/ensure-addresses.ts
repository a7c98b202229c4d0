import type { PortAccess } from '@gridloom/contract/ports/port-address'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import type { InstanceRow } from '../instances/index.ts'
import { insertAddresses, type ListedAddress, listAddresses } from './addresses-store.ts'

/** The part of an instance that its addresses follow from. */
export type DeclaringInstance = Pick<InstanceRow, 'id' | 'template'>

/** Creates the addresses of an instance's declared ports that do not exist yet. Twice is safe. */
export async function createAddresses(
  ctx: Pick<Ctx, 'clock' | 'ids'>,
  tx: Tx,
  { id, template }: DeclaringInstance,
): Promise<void> {
  await insertAddresses(tx, {
    instanceId: id,
    ports: [...new Set(template.ports)].map((port) => ({ port, access: accessOf(template, port) })),
    slug: `ins${ctx.ids.label()}`,
    at: ctx.clock.now(),
  })
}

/** An app says who may open which of its ports; every other port is private. */
function accessOf({ app }: DeclaringInstance['template'], port: number): PortAccess {
  return app?.access.find((one) => one.port === port)?.access ?? 'private'
}

/**
 * Returns the addresses of an instance, and creates those that are missing: of instances from before there were any, and
 * of one that was ordered a moment ago.
 */
export async function ensureAddresses(
  ctx: Ctx,
  instance: DeclaringInstance,
): Promise<ListedAddress[]> {
  const wanted = { instanceId: instance.id, now: ctx.clock.now() }
  const found = await listAddresses(ctx.db, wanted)
  const isWhole = instance.template.ports.every((port) => found.some((one) => one.port === port))
  if (isWhole) return found
  return ctx.transact(async (tx) => {
    await createAddresses(ctx, tx, instance)
    return listAddresses(tx.db, wanted)
  })
}
