import type { ApiKey } from '@gridloom/contract/keys/api-key'
import { periodBegin, periodEnd } from '@gridloom/domain/budget-period'
import type { Ctx } from '../../platform/ctx.ts'
import type { AllFeatures, SpentByKey } from '../../platform/feature.ts'
import { isoOrNull } from '../../platform/iso-or-null.ts'
import type { StoredKey } from './api-keys-store.ts'

/** Returns keys for listing, with the spend of each. One query for any number of keys. */
export async function showKeys(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  keys: readonly StoredKey[],
  all: Pick<AllFeatures, 'keySpend'>,
): Promise<ApiKey[]> {
  const now = ctx.clock.now()
  const spent = await all.keySpend(
    ctx.db,
    keys.map(({ id, budgetPeriod }) => ({ id, since: periodBegin(budgetPeriod, now) })),
  )
  return keys.map((key) => keyView(key, { spent: spent.get(key.id), resetsAt: resetOf(key, now) }))
}

/** The time when the budget resets; `null` for a key without a budget. */
function resetOf({ budgetMicroUsd, budgetPeriod }: StoredKey, now: Date): Date | null {
  return budgetMicroUsd === null ? null : periodEnd(budgetPeriod, now)
}

function keyView(
  key: StoredKey,
  { spent, resetsAt }: { spent: SpentByKey | undefined; resetsAt: Date | null },
): ApiKey {
  return {
    id: key.id,
    name: key.name,
    starts_with: key.startsWith,
    scopes: [...key.scopes],
    budget_micro_usd: key.budgetMicroUsd,
    budget_period: key.budgetPeriod,
    budget_resets_at: isoOrNull(resetsAt),
    spent_micro_usd: spent?.chargedMicroUsd ?? 0,
    held_micro_usd: spent?.heldMicroUsd ?? 0,
    project: key.project,
    models: key.models === null ? null : [...key.models],
    expires_at: isoOrNull(key.expiresAt),
    created_at: key.createdAt.toISOString(),
    created_by: key.createdBy,
    last_used_at: isoOrNull(key.lastUsedAt),
    last_used_address: key.lastUsedAddress,
  }
}
