import { createChangeSignal, untilSatisfied } from '@gridloom/testkit/change-signal'
import { withDatabase } from '@gridloom/testkit/database'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Ctx } from '../ctx.ts'
import type { Scheduled } from '../feature.ts'
import { silentLog } from '../log.ts'
import { doDueWork } from './do-due-work.ts'
import { addScheduledWork } from './scheduled-runs-store.ts'
import { startScheduledWork } from './start-scheduled-work.ts'

const minuteMs = 60_000

it('runs work once each time it is due, and not at the first start', async () => {
  await using site = await setup()
  expect(await site.runsAfter(16 * minuteMs)).toBe(0)
  expect(await site.runsAfter(minuteMs)).toBe(1)
  expect(await site.runsAfter(59 * minuteMs)).toBe(1)
  expect(await site.runsAfter(minuteMs)).toBe(2)
})

it('catches up once on all runs missed while no process ran', async () => {
  await using site = await setup()
  expect(await site.runsAfter(300 * minuteMs)).toBe(1)
  expect(await site.runsAfter(minuteMs)).toBe(1)
})

it('runs work on one of several replicas that check concurrently', async () => {
  await using site = await setup()
  await site.clock.jump(20 * minuteMs)
  await Promise.all([site.look(), site.look(), site.look()])
  expect(site.runs()).toBe(1)
})

it('logs failing work by its name, and retries it after ten minutes', async () => {
  await using site = await setup()
  site.before(() => Promise.reject(new TypeError('no')))
  expect(await site.runsAfter(17 * minuteMs)).toBe(1)
  expect(site.logged).toEqual([
    expect.objectContaining({ event: 'scheduled_work.failed', work: 'test.sweep' }),
  ])
  site.before(async () => {})
  expect(await site.runsAfter(9 * minuteMs)).toBe(1)
  expect(await site.runsAfter(minuteMs)).toBe(2)
  expect(await site.runsAfter(minuteMs)).toBe(2)
})

it('reruns unfinished work, whose late end then completes nothing', async () => {
  await using site = await setup()
  const left = Promise.withResolvers<void>()
  site.before(() => left.promise)
  await site.clock.jump(17 * minuteMs)
  const late = site.look()
  await site.untilRuns(1)
  site.before(() => Promise.reject(new TypeError('no')))
  expect(await site.runsAfter(10 * minuteMs)).toBe(2)
  left.resolve()
  await late
  site.before(async () => {})
  expect(await site.runsAfter(10 * minuteMs)).toBe(3)
})

it('checks every minute while running, and not once it is stopped', async () => {
  await using site = await setup()
  const work = await site.start()
  await site.clock.jump(17 * minuteMs)
  await site.untilRuns(1)
  expect(work.running()).toBe(true)
  await work[Symbol.asyncDispose]()
  expect(work.running()).toBe(false)
  await site.clock.jump(90 * minuteMs)
  expect(site.runs()).toBe(1)
})

it('is not running while the schedule cannot be read', async () => {
  await using site = await setup()
  await using work = await site.start()
  await sql`alter table scheduled_runs rename to scheduled_runs_away`.execute(site.db)
  await site.clock.jump(minuteMs)
  await site.untilLogged('scheduled_work.read_failed')
  expect(work.running()).toBe(false)
  await sql`alter table scheduled_runs_away rename to scheduled_runs`.execute(site.db)
  await site.clock.jump(20 * minuteMs)
  await site.untilRuns(1)
  await work[Symbol.asyncDispose]()
})

async function setup() {
  const fixture = await withDatabase()
  const news = createChangeSignal()
  const logged: { event?: string }[] = []
  const log = silentLog()
  log.error = (fields: { event?: string }) => {
    logged.push(fields)
    news.publish()
  }
  const ctx: Ctx = { ...fixture.ctx(), log }
  let runs = 0
  let before = async () => {}
  const scheduled: Scheduled<Ctx> = {
    name: 'test.sweep',
    schedule: { every: 'hour', minute: 17 },
    async run() {
      runs += 1
      news.publish()
      await before()
    },
  }
  await ctx.transact((tx) => addScheduledWork(tx, [scheduled.name], ctx.clock.now()))
  const look = () => doDueWork(ctx, [scheduled], ctx.signal)
  const until = <T>(read: () => T, satisfies: (value: T) => boolean) =>
    untilSatisfied(news, { read: async () => read(), satisfies })
  return {
    ...fixture,
    logged,
    look,
    runs: () => runs,
    async runsAfter(ms: number): Promise<number> {
      await fixture.clock.jump(ms)
      await look()
      return runs
    },
    before(work: () => Promise<void>) {
      before = work
    },
    start: () => startScheduledWork(ctx, [scheduled]),
    untilRuns: (count: number) =>
      until(
        () => runs,
        (seen) => seen >= count,
      ),
    untilLogged: (event: string) =>
      until(
        () => logged,
        (all) => all.some((one) => one.event === event),
      ),
  }
}
