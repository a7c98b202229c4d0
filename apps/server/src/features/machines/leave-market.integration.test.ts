import { expect, it } from 'vitest'
import { withMachines } from '../../../test/machines.ts'
import { leaveMarket, leaveMarketWithAll } from './leave-market.ts'

it('unlists all machines of an account and of no other', async () => {
  await using market = await withMachines()
  const machineId = await market.machine()
  const { actor } = market.provider
  if (actor.kind !== 'account') throw new RangeError('a provider is an account')
  const others = market.ctx.ids.mint('account')
  expect(await leave(market, others)).toBe(0)
  expect((await market.search()).offers.map(({ machine_id }) => machine_id)).toEqual([machineId])
  expect(await leave(market, actor.accountId)).toBe(1)
  expect((await market.search()).offers).toEqual([])
  expect((await market.published()).slice(-2)).toContain(`machine ${machineId}`)
  expect(await leave(market, actor.accountId)).toBe(0)
})

it('returns undefined for an unknown machine', async () => {
  await using market = await withMachines()
  const nobody = market.ctx.ids.mint('machine')
  expect(await market.ctx.transact((tx) => leaveMarket(market.ctx, tx, nobody))).toBeUndefined()
})

type Market = Awaited<ReturnType<typeof withMachines>>

function leave({ ctx }: Market, accountId: Parameters<typeof leaveMarketWithAll>[2]) {
  return ctx.transact((tx) => leaveMarketWithAll(ctx, tx, accountId))
}
