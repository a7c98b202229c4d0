import type { MadeApiKey, NewApiKey } from '@gridloom/contract/keys/api-key'
import { type Ctx, personOf } from '../../../platform/ctx.ts'
import { makeKey } from './make-key.ts'

/** Makes a key that acts for the person who asks. @throws Refused see {@link makeKey} */
export function generateApiKey(ctx: Ctx, wanted: NewApiKey): Promise<MadeApiKey> {
  const personId = personOf(ctx)
  return makeKey(ctx, { accountId: personId, personId }, wanted)
}
