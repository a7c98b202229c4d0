import type { AccountId, InstanceId, TemplateId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import { insertStart } from './starts-store.ts'
import { findTemplate } from './templates-store.ts'

/** Records that an account ordered an instance with a template. Starts by its own account do not count. */
export async function recordStart(
  tx: Tx,
  start: { instanceId: InstanceId; templateId: TemplateId; accountId: AccountId },
): Promise<void> {
  const template = await findTemplate(tx.db, start.templateId)
  if (template?.account_id !== start.accountId) await insertStart(tx, start)
}
