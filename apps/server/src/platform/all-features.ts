import type { AccountId, ApiKeyId } from '@gridloom/contract/core/ids'
import type { Ctx } from './ctx.ts'
import type { AllFeatures, Feature, KeySpend, SpentByKey } from './feature.ts'
import { mergePersonalData } from './personal-data.ts'
import type { ReadSpenders } from './spend-rate.ts'

/** The parts of a feature that are merged with those of the others. */
type MergedParts<X extends Ctx> = Pick<
  Feature<X>,
  | 'quotas'
  | 'inUse'
  | 'spendRate'
  | 'spenders'
  | 'assetSources'
  | 'assetRecords'
  | 'calendar'
  | 'keySpend'
  | 'personalData'
  | 'topics'
  | 'checks'
  | 'hooks'
>

/** Merges a list of features into one. Pure: each call is answered by calling each feature. */
export function allFeatures<X extends Ctx>(features: readonly MergedParts<X>[]): AllFeatures<X> {
  return {
    quotas: features.flatMap(({ quotas = [] }) => quotas),
    async inUse(db, accountId) {
      const found = []
      for (const { inUse } of features)
        if (inUse !== undefined) found.push(...(await inUse(db, accountId)))
      return found.filter(({ count }) => count > 0)
    },
    async spendRate(db, accountId) {
      let [fromBalance, fromHolds] = [0, 0]
      for (const { spendRate } of features) {
        const rate = await spendRate?.(db, accountId)
        fromBalance += rate?.fromBalance ?? 0
        fromHolds += rate?.fromHolds ?? 0
      }
      return { fromBalance, fromHolds }
    },
    spenders: mergeSpenders(features.flatMap(({ spenders }) => spenders ?? [])),
    assetSources: features.flatMap(({ assetSources = [] }) => assetSources),
    assetRecords: features.flatMap(({ assetRecords }) => assetRecords ?? []),
    async calendar(ctx, of) {
      const found = []
      for (const { calendar } of features) found.push(...((await calendar?.(ctx, of)) ?? []))
      return found.toSorted((one, other) => one.from.getTime() - other.from.getTime())
    },
    keySpend: sumOfKeySpends(features.flatMap(({ keySpend }) => keySpend ?? [])),
    personalData: mergePersonalData(features.flatMap(({ personalData }) => personalData ?? [])),
    topics: Object.assign({}, ...features.map(({ topics }) => topics)),
    checks: Object.assign({}, ...features.map(({ checks }) => checks)),
    async runHooks(name, ctx, tx, at) {
      for (const { hooks } of features) await hooks?.[name]?.(ctx, tx, at)
    },
  }
}

/** No feature at all: nothing is in use or spent, and no hook is handled. */
export const noFeatures = allFeatures<never>([])

/** Reads a page of each, so that none of the accounts before the end of the shortest is left out. */
function mergeSpenders(lists: readonly ReadSpenders[]): ReadSpenders {
  return async (db, page) => {
    const ids = new Set<AccountId>()
    for (const list of lists) for (const id of await list(db, page)) ids.add(id)
    return [...ids].sort().slice(0, page.limit)
  }
}

function sumOfKeySpends(spends: readonly KeySpend[]): KeySpend {
  return async (db, keys) => {
    const sums = new Map<ApiKeyId, SpentByKey>()
    for (const spendOf of spends)
      for (const [id, spent] of await spendOf(db, keys)) sums.set(id, sumOf(sums.get(id), spent))
    return sums
  }
}

function sumOf(one: SpentByKey | undefined, other: SpentByKey): SpentByKey {
  return {
    chargedMicroUsd: (one?.chargedMicroUsd ?? 0) + other.chargedMicroUsd,
    heldMicroUsd: (one?.heldMicroUsd ?? 0) + other.heldMicroUsd,
  }
}
