import type { AccountId, InstanceId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'

/** Publishes, at commit, a change of an instance to the open pages of its account. */
export async function publishInstance(
  tx: Tx,
  accountId: AccountId,
  instanceId: InstanceId,
): Promise<void> {
  await tx.publish({ topic: 'instance', accountId, subject: instanceId })
}

/** Publishes, at commit, a change of nothing but an instance's metrics, use and cost. */
export async function publishMetrics(
  tx: Tx,
  accountId: AccountId,
  instanceId: InstanceId,
): Promise<void> {
  await tx.publish({ topic: 'metrics', transient: true, accountId, subject: instanceId })
}
