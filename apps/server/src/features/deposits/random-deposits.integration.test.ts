import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type DepositSite, startDepositSite, type Watcher } from '../../../test/deposit-site.ts'

type Step =
  | { do: 'send'; account: number; amount: number }
  | { do: 'mine'; blocks: number }
  | { do: 'reorg'; depth: number }
  | { do: 'turn'; watcher: number }
  | { do: 'restart' }

const confirmations = 3

const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('send' as const),
        account: fc.nat(2),
        amount: fc.integer({ min: 500_000, max: 9_000_000 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('mine' as const),
        blocks: fc.integer({ min: 1, max: 5 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('reorg' as const),
        depth: fc.integer({ min: 1, max: 8 }),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({ do: fc.constant('turn' as const), watcher: fc.nat(1) }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
  ),
  { minLength: 20, maxLength: 40 },
)

it('whatever is sent, reorganised and restarted: the ledger has what is final on the chain', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      await using site = await startDepositSite({ finality: confirmations })
      // Deep enough that no reorganisation removes the contracts.
      await site.on.mine(10)
      const accounts = [await site.anAccount(), await site.anAccount(), await site.anAccount()]
      const addresses = accounts.map(({ address }) => address)
      const watchers = [site.watcher(), site.watcher()]
      for (const step of list) await take(site, { step, addresses, watchers })
      await site.on.mine(confirmations + 9)
      await site.ledger.clock.advance(31_000)
      await site.watcher().turn()
      await isRight(site, accounts)
    }),
    { numRuns: 12 },
  )
})

interface Taking {
  step: Step
  addresses: readonly string[]
  watchers: Watcher[]
}

async function take(site: DepositSite, { step, addresses, watchers }: Taking): Promise<void> {
  switch (step.do) {
    case 'send':
      await site.on.send(site.token, addresses[step.account] ?? '', BigInt(step.amount))
      return
    case 'mine':
      return site.on.mine(step.blocks)
    case 'reorg':
      return site.on.reorg(step.depth)
    case 'turn':
      await site.ledger.clock.advance(20_000)
      await watchers[step.watcher]?.turn()
      return
    case 'restart':
      watchers[0] = site.watcher()
      await site.ledger.clock.advance(31_000)
      return
  }
}

/** What is on the chain, less what is too little, is what each account has and what the ledger says is there. */
async function isRight(
  site: DepositSite,
  accounts: readonly Awaited<ReturnType<DepositSite['anAccount']>>[],
): Promise<void> {
  const rows = await site.deposits()
  const rejected = rows.filter(({ state }) => state === 'rejected')
  let credited = 0
  for (const { accountId, address } of accounts) {
    const onChain = Number(await site.on.balanceOf(site.token, address))
    const tooLittle = rejected
      .filter((row) => row.account_id === accountId)
      .reduce((sum, { amount }) => sum + Number(amount), 0)
    expect(await site.availableOf(accountId)).toBe(onChain - tooLittle)
    credited += onChain - tooLittle
  }
  expect(await site.assetsOf(site.token)).toBe(credited)
  expect(await site.isLedgerClean()).toBe(true)
  expect(rows.filter(({ state }) => state === 'seen' || state === 'confirming')).toEqual([])
}
