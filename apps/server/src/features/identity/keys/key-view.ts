import type { ApiKey } from '@gridloom/contract/account'
import type { MicroUsd } from '@gridloom/contract/values'
import type { Ctx } from '../../../platform/ctx.ts'
import type { StoredKey } from './api-keys-store.ts'
import type { KeyPorts } from './ports.ts'

/** Keys as they are listed, with what was spent with each: one question for any number. */
export async function showKeys(
  ctx: Pick<Ctx, 'db'>,
  keys: readonly StoredKey[],
  ports: KeyPorts,
): Promise<ApiKey[]> {
  const spent = await ports.spendOf(
    ctx.db,
    keys.map(({ id }) => id),
  )
  return keys.map((key) => keyView(key, spent.get(key.id) ?? 0))
}

function keyView(key: StoredKey, spentMicroUsd: MicroUsd): ApiKey {
  return {
    id: key.id,
    name: key.name,
    starts_with: key.startsWith,
    scopes: [...key.scopes],
    budget_micro_usd: key.budgetMicroUsd,
    spent_micro_usd: spentMicroUsd,
    expires_at: isoOrNull(key.expiresAt),
    created_at: key.createdAt.toISOString(),
    created_by: key.createdBy,
    last_used_at: isoOrNull(key.lastUsedAt),
    last_used_address: key.lastUsedAddress,
  }
}

function isoOrNull(date: Date | null): string | null {
  return date === null ? null : date.toISOString()
}
