import type { AccountId, TemplateId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Tx } from '../../platform/ctx.ts'
import { isNameTaken } from './templates-store.ts'

/** Call it under the lock of the quota, which creations and renamings of the account wait for. @throws Refused `template_name_taken` */
export async function refuseTakenName(
  tx: Tx,
  wanted: { accountId: AccountId; name: string; except?: TemplateId },
): Promise<void> {
  if (!(await isNameTaken(tx.db, wanted))) return
  throw new Refused('template_name_taken', { details: { name: wanted.name } })
}
