import type { AccountId } from '@gridloom/contract/core/ids'
import type { ApiKey } from '@gridloom/contract/keys/api-key'
import { type Ctx, userOf } from '../../platform/ctx.ts'
import type { AllFeatures } from '../../platform/feature.ts'
import { listKeys } from './api-keys-store.ts'
import { showKeys } from './key-view.ts'
import { managesKeys, memberOf } from './member-of.ts'

/** A company's keys: all of them for owners and admins, their own for members. @throws Refused `not_found` */
export async function listCompanyKeys(
  ctx: Ctx,
  companyId: AccountId,
  all: Pick<AllFeatures, 'keySpend'>,
): Promise<ApiKey[]> {
  const membership = await memberOf(ctx, companyId)
  const userId = managesKeys(membership) ? 'anyone' : userOf(ctx)
  return showKeys(ctx, await listKeys(ctx.db, { accountId: companyId, userId }), all)
}
