import { apiKeyPrefix } from '@gridloom/contract/core/constants'
import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { CreatedApiKey, NewApiKey } from '@gridloom/contract/keys/api-key'
import type { ModelId } from '@gridloom/contract/models/model-id'
import { noFeatures } from '../../platform/all-features.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { hashSecret } from '../../platform/ids.ts'
import { countOfDay, requireVerified } from '../accounts/index.ts'
import { lockQuota } from '../companies/index.ts'
import { findStoredKey, insertKey } from './api-keys-store.ts'
import { keyQuota } from './key-quota.ts'
import { showKeys } from './key-view.ts'

const shownChars = 8

/** The account that a key acts for, and the user who creates it. */
interface KeyOwner {
  accountId: AccountId
  userId: AccountId
}

/**
 * Creates a key: 256 random bits, of which only the SHA-256 hash is stored.
 * @throws Refused `email_unverified`, `invalid_input` (expiry in the past), `limit_reached`, `daily_limit_reached`
 */
export async function createKey(
  ctx: Ctx,
  { accountId, userId }: KeyOwner,
  wanted: NewApiKey,
): Promise<CreatedApiKey> {
  const now = ctx.clock.now()
  const expiresAt = endOf(wanted, now)
  const key = `${apiKeyPrefix}${ctx.ids.secret()}`
  const id = ctx.ids.mint('apiKey')
  const made = await ctx.transact(async (tx) => {
    await requireVerified(tx.db, userId)
    await lockQuota(tx, accountId, keyQuota)
    await countOfDay(ctx, tx, 'API keys')
    tx.note({ accountId, subject: id })
    await insertKey(tx, {
      id,
      hash: hashSecret(key),
      accountId,
      userId,
      name: wanted.name,
      startsWith: key.slice(0, shownChars),
      scopes: [...new Set(wanted.scopes)],
      budgetMicroUsd: wanted.budget_micro_usd ?? null,
      budgetPeriod: wanted.budget_period ?? 'never',
      project: wanted.project ?? null,
      models: modelsOf(wanted),
      expiresAt,
      createdAt: now,
    })
    return findStoredKey(tx.db, id)
  })
  if (made === undefined) throw new RangeError(`key ${id} was not written`)
  const [shown] = await showKeys(ctx, [made], noFeatures)
  if (shown === undefined) throw new RangeError('one key makes one view')
  return { key, api_key: shown }
}

function modelsOf({ models }: NewApiKey): ModelId[] | null {
  return models === undefined || models === null ? null : [...new Set(models)]
}

function endOf({ expires_at }: NewApiKey, now: Date): Date | null {
  if (expires_at === undefined || expires_at === null) return null
  const end = new Date(expires_at)
  if (end > now) return end
  throw new Refused('invalid_input', { fields: { expires_at: 'Choose a time in the future' } })
}
