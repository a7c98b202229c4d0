import { AccountId, ApiKeyId } from '@gridloom/contract/core/ids'
import { expect, it } from 'vitest'
import { allFeatures, noFeatures } from './all-features.ts'
import type { Ctx, Tx } from './ctx.ts'
import type { Db } from './database/connect.ts'
import type { SpendersPage } from './spend-rate.ts'

const accountId = AccountId.parse('acc_01jd3v8q6f7g8h9jkmnpqrstvw')
const keyId = ApiKeyId.parse('key_01jd3v8q6f7g8h9jkmnpqrstvw')

it('adds up what each feature returns for an account', async () => {
  const all = allFeatures([
    {
      inUse: async () => [
        { count: 2, noun: 'instance' },
        { count: 0, noun: 'disk' },
      ],
      spendRate: async () => ({ fromBalance: 7, fromHolds: 0 }),
      keySpend: async () => new Map([[keyId, { chargedMicroUsd: 5, heldMicroUsd: 1 }]]),
    },
    {},
    {
      inUse: async () => [{ count: 1, noun: 'render job' }],
      spendRate: async () => ({ fromBalance: 1, fromHolds: 3 }),
      keySpend: async () => new Map([[keyId, { chargedMicroUsd: 6, heldMicroUsd: 0 }]]),
    },
  ])
  expect(await all.inUse(noDb, accountId)).toEqual([
    { count: 2, noun: 'instance' },
    { count: 1, noun: 'render job' },
  ])
  expect(await all.spendRate(noDb, accountId)).toEqual({ fromBalance: 8, fromHolds: 3 })
  expect(await all.keySpend(noDb, [{ id: keyId, since: null }])).toEqual(
    new Map([[keyId, { chargedMicroUsd: 11, heldMicroUsd: 1 }]]),
  )
})

it('lists the accounts that spend in pages, each once and in order', async () => {
  const idOf = (n: number) => AccountId.parse(`acc_01jd3v8q6f7g8h9jkmnpqrst${n}0`)
  const listing = (ns: readonly number[]) => ({
    spenders: async (_db: Db, { after, limit }: SpendersPage) =>
      ns
        .map(idOf)
        .filter((id) => after === undefined || id > after)
        .slice(0, limit),
  })
  const all = allFeatures([listing([1, 4, 5]), {}, listing([2, 4, 6, 7])])
  const pages = []
  let after: AccountId | undefined
  for (;;) {
    const ids = await all.spenders(noDb, { after, limit: 2 })
    pages.push(ids)
    after = ids.at(-1)
    if (ids.length < 2) break
  }
  expect(pages.flat()).toEqual([1, 2, 4, 5, 6, 7].map(idOf))
})

it('runs hooks in the order of the features, and stops at the first that fails', async () => {
  const seen: string[] = []
  const follow = (name: string, outcome: 'good' | 'bad' = 'good') => ({
    hooks: {
      'ssh_keys.changed': async () => {
        seen.push(name)
        if (outcome === 'bad') throw new TypeError(name)
      },
    },
  })
  const all = allFeatures([follow('first'), {}, follow('second', 'bad'), follow('third')])
  const emitted = all.runHooks('ssh_keys.changed', noCtx, noTx, { userId: accountId })
  await expect(emitted).rejects.toThrow('second')
  expect(seen).toEqual(['first', 'second'])
})

it('returns nothing when there are no features', async () => {
  expect(await noFeatures.spendRate(noDb, accountId)).toEqual({ fromBalance: 0, fromHolds: 0 })
  expect(await noFeatures.inUse(noDb, accountId)).toEqual([])
})

/** Named casts: no feature here reads its arguments. */
const noDb = {} as Db
const noCtx = {} as Ctx
const noTx = {} as Tx
