import type { AccountId } from '@gridloom/contract/core/ids'
import type { CreatedApiKey, NewApiKey } from '@gridloom/contract/keys/api-key'
import { type Ctx, userOf } from '../../platform/ctx.ts'
import { createKey } from './create-key.ts'
import { memberOf } from './member-of.ts'

/** Creates a key that acts for a company; any member may. @throws Refused `not_found`, and see {@link createKey} */
export async function generateCompanyKey(
  ctx: Ctx,
  companyId: AccountId,
  wanted: NewApiKey,
): Promise<CreatedApiKey> {
  await memberOf(ctx, companyId)
  return createKey(ctx, { accountId: companyId, userId: userOf(ctx) }, wanted)
}
