import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { withMachines } from '../../../test/machines.ts'
import { addAddressee, queuedEmails } from '../../../test/mailed.ts'
import { accountOf } from '../../platform/ctx.ts'
import { setPlatformFee } from '../ledger/index.ts'
import { notifyFeeChange } from './notify-fee-change.ts'

const dayMs = 24 * 60 * 60 * 1_000

it('tells each provider of a new platform fee once, with its date', async () => {
  await using market = await withMachines()
  const { db, clock, ctx } = market
  const { accountId } = accountOf(market.provider)
  await addAddressee(db, { id: accountId, email: 'ada@example.com' })
  const notify = () => notifyFeeChange(ctx, new AbortController().signal)
  await market.machine()
  await market.machine()
  await notify()
  expect(await queuedEmails(db)).toEqual([])
  await clock.advance(60_000)
  await ctx.transact((tx) => setPlatformFee(ctx, tx, 1_250))
  await Promise.all([notify(), notify()])
  await notify()
  expect(await queuedEmails(db)).toEqual(['ada@example.com: The platform fee is now 12.5%'])
  const [notice, ...others] = await noticesOf(accountId)
  expect(others).toEqual([])
  expect(notice).toContain('is 12.5% since')
  expect(notice).toContain('(before: 10%)')

  await clock.advance(dayMs)
  await ctx.transact((tx) => setPlatformFee(ctx, tx, 1_000))
  await clock.advance(8 * dayMs)
  await notify()
  expect(await noticesOf(accountId)).toHaveLength(1)

  async function noticesOf(id: AccountId): Promise<string[]> {
    const { rows } = await sql<{ text: string }>`
      select text from notices where account_id = ${id}`.execute(db)
    return rows.map(({ text }) => text)
  }
})
