import { withDatabase } from '@gridloom/testkit/database'
import PgBoss from 'pg-boss'
import { expect, it } from 'vitest'
import { startJobs } from './jobs.ts'
import { silentLog } from './log.ts'

it('does scheduled work, is running until it is stopped, and not after', async () => {
  await using fixture = await withDatabase()
  const ran = Promise.withResolvers<void>()
  const job = { name: 'sweep', cron: '0 0 1 1 *', run: async () => ran.resolve() }
  const jobs = await startJobs({ ...often, url: fixture.url, scheduled: [job], log: silentLog() })
  expect(jobs.running()).toBe(true)
  await send(fixture.url, 'sweep')
  await ran.promise
  await jobs[Symbol.asyncDispose]()
  expect(jobs.running()).toBe(false)
})

it('logs work that fails, by name, and goes on', async () => {
  await using fixture = await withDatabase()
  const log = silentLog()
  const failed = Promise.withResolvers<unknown>()
  log.error = (fields: unknown) => failed.resolve(fields)
  const broken = {
    name: 'broken',
    cron: '0 0 1 1 *',
    run: () => Promise.reject(new TypeError('no')),
  }
  await using jobs = await startJobs({ ...often, url: fixture.url, scheduled: [broken], log })
  await send(fixture.url, 'broken')
  expect(await failed.promise).toMatchObject({ job: 'broken', err: { message: 'no' } })
  expect(jobs.running()).toBe(true)
})

const often = { lookEveryS: 1 }

/** Makes a job due now, as its schedule would. */
async function send(url: string, name: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false })
  await boss.start()
  await boss.send(name, {})
  await boss.stop({ graceful: false })
}
