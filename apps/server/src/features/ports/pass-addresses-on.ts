import type { AccountId, InstanceId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import { passAddresses } from './addresses-store.ts'
import { publishPorts } from './publish-ports.ts'

/** Gives the addresses of an instance to the one that takes its place: what is open to the first one ends. */
export async function passAddressesOn(
  tx: Tx,
  { accountId, from, to }: { accountId: AccountId; from: InstanceId; to: InstanceId },
): Promise<void> {
  await passAddresses(tx, { from, to })
  await publishPorts(tx, accountId, [from, to])
}
