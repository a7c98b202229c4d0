import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { accountIdOf, withInstances } from '../../../test/instances.ts'
import { addAddressee, addCompany, queuedEmails } from '../../../test/mailed.ts'
import { all } from '../../features.ts'
import { placeHold, readBalance } from '../ledger/index.ts'
import { warnOfBalances } from './warn-of-balances.ts'

const [hour, day, week] = [3_600, 86_400, 604_800]
const subject = (within: string) => `ada@example.com: Your balance runs out in less than ${within}`

describe('the emails of a balance that runs out', () => {
  it('are sent once each at a week, a day and an hour, one per account and not per instance', async () => {
    await using fixture = await setup({ days: 8 })
    await fixture.warn()
    expect(await fixture.emails()).toEqual([])
    for (const left of [week - 60, day - 60, day - 120, hour - 60, hour - 120]) {
      await fixture.leave(left)
      await Promise.all([fixture.warn(), fixture.warn()])
    }
    expect(await fixture.emails()).toEqual([
      subject('7 days'),
      subject('24 hours'),
      subject('1 hour'),
    ])
  })

  it('are sent again after new funds, and not after a changed rate', async () => {
    await using fixture = await setup({ days: 8 })
    await fixture.leave(day - 60)
    await fixture.warn()
    await fixture.atRate(0.01, () => fixture.warn())
    await fixture.warn()
    expect(await fixture.emails()).toEqual([subject('24 hours')])
    await fixture.earnFor(week * 2)
    await fixture.warn()
    await fixture.leave(day - 60)
    await fixture.warn()
    expect(await fixture.emails()).toEqual([subject('24 hours'), subject('24 hours')])
  })

  it('are not sent to accounts that turned them off, which still get the notice', async () => {
    await using fixture = await setup({ days: 8 }, { balance_low: false })
    await fixture.leave(hour - 60)
    await fixture.warn()
    expect(await fixture.emails()).toEqual([])
    expect(await fixture.notices()).toHaveLength(1)
  })

  it('are sent to the members of a company, whose account is no user', async () => {
    await using fixture = await setup({ days: 8 }, {}, 'company')
    await fixture.leave(hour - 60)
    await fixture.warn()
    expect(await fixture.emails()).toEqual([subject('1 hour')])
  })

  it('are not sent for accounts that spend nothing', async () => {
    await using fixture = await setup({ days: 8 })
    await fixture.leave(hour - 60)
    await sql`update instances set desired = 'destroyed'`.execute(fixture.db)
    await fixture.warn()
    expect(await fixture.notices()).toEqual([])
  })
})

/** Two running instances of one account with funds for some days. */
async function setup(
  { days }: { days: number },
  notifications: Record<string, boolean> = {},
  kind: 'user' | 'company' = 'user',
) {
  const fixture = await withInstances({ cpuSlots: 2, creditMicroUsd: 10_000_000_000 })
  const accountId = accountIdOf(fixture.renter)
  const id = kind === 'user' ? accountId : fixture.system.ids.mint('account')
  await addAddressee(fixture.db, { id, email: 'ada@example.com', notifications })
  if (kind === 'company')
    await addCompany(fixture.db, { id: accountId, members: [{ id, role: 'owner' }] })
  for (const label of ['a', 'b']) {
    const running = await fixture.running({ label })
    await fixture.pass(5, fixture.report(running, { ready: true }))
  }
  const balance = () => readBalance(fixture.system, accountId, all)
  /** Puts what the balance has beyond some seconds of use on hold for render jobs. */
  async function leave(leftS: number) {
    const { lasts_s, spend_rate_micro_usd_per_hour: rate } = await balance()
    const microUsd = Math.floor((((lasts_s ?? 0) - leftS) * rate) / hour)
    const purpose = fixture.system.ids.mint('renderJob')
    await fixture.renter.transact((tx) =>
      placeHold(fixture.renter, tx, { accountId, purpose, microUsd, key: `hold:${purpose}` }),
    )
  }
  await leave(days * day)
  return {
    ...fixture,
    leave,
    warn: () => warnOfBalances({ ...fixture.system, spending: all }, new AbortController().signal),
    async earnFor(seconds: number) {
      const rate = (await balance()).spend_rate_micro_usd_per_hour
      await fixture.earn(Math.ceil((seconds * rate) / hour))
    },
    /** Runs something while the instances cost a part of their price. */
    async atRate(part: number, run: () => Promise<void>) {
      const scale = (by: number) =>
        sql`update instances set running_micro_usd_per_hour = running_micro_usd_per_hour * ${by}::numeric`.execute(
          fixture.db,
        )
      await scale(part)
      await run()
      await scale(1 / part)
    },
    emails: () => queuedEmails(fixture.db),
    async notices() {
      const { rows } = await sql<{ key: string }>`select key from notices`.execute(fixture.db)
      return rows
    },
  }
}
