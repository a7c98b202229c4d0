import type { InstanceId } from '@gridloom/contract/core/ids'
import { type InstanceRow, ownedInstance } from '../instances/index.ts'
import type { ListedAddress } from './addresses-store.ts'
import type { PortsCtx } from './ctx.ts'
import { ensureAddresses } from './ensure-addresses.ts'
import { noSuchAddress } from './port-addresses.ts'

/** A declared port of an instance of the caller. */
export interface OwnedPort {
  readonly instance: InstanceRow
  readonly address: ListedAddress
}

/** Returns a declared port of the caller's instance. @throws Refused `not_found` */
export async function ownedPort(
  ctx: PortsCtx,
  { id, port }: { id: InstanceId; port: number },
): Promise<OwnedPort> {
  const instance = await ownedInstance(ctx, id)
  const addresses = await ensureAddresses(ctx, instance)
  const address = addresses.find((one) => one.port === port)
  if (address === undefined) throw noSuchAddress()
  return { instance, address }
}
