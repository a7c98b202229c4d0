import type { ApiKey } from '@gridloom/contract/keys/api-key'
import { type Ctx, userOf } from '../../platform/ctx.ts'
import type { AllFeatures } from '../../platform/feature.ts'
import { listKeys } from './api-keys-store.ts'
import { showKeys } from './key-view.ts'

/** The user's personal keys, newest first. */
export async function listApiKeys(ctx: Ctx, all: Pick<AllFeatures, 'keySpend'>): Promise<ApiKey[]> {
  const userId = userOf(ctx)
  return showKeys(ctx, await listKeys(ctx.db, { accountId: userId, userId }), all)
}
