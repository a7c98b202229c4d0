import type { AccountId } from '@gridloom/contract/core/ids'
import type { MadeApiKey, NewApiKey } from '@gridloom/contract/keys/api-key'
import { type Ctx, personOf } from '../../../platform/ctx.ts'
import { makeKey } from './make-key.ts'
import { memberOf } from './member-of.ts'

/** Makes a key that acts for a company; any member may. @throws Refused `not_found`, and see {@link makeKey} */
export async function generateCompanyKey(
  ctx: Ctx,
  companyId: AccountId,
  wanted: NewApiKey,
): Promise<MadeApiKey> {
  await memberOf(ctx, companyId)
  return makeKey(ctx, { accountId: companyId, personId: personOf(ctx) }, wanted)
}
