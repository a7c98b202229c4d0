import type { CreatedApiKey, NewApiKey } from '@gridloom/contract/keys/api-key'
import { type Ctx, userOf } from '../../platform/ctx.ts'
import { createKey } from './create-key.ts'

/** Creates a key that acts for the caller. @throws Refused see {@link createKey} */
export function generateApiKey(ctx: Ctx, wanted: NewApiKey): Promise<CreatedApiKey> {
  const userId = userOf(ctx)
  return createKey(ctx, { accountId: userId, userId }, wanted)
}
