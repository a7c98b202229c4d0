import PgBoss from 'pg-boss'
import type { Log } from './log.ts'

/** Nothing here is due to the second, and every look is a query for each kind of work. */
const usualLookEveryS = 30

/** Work that comes round by the clock, done once over all replicas. */
export interface ScheduledJob {
  name: string
  /** Five fields, UTC; a minute is the finest. */
  cron: string
  run(): Promise<void>
}

export interface Jobs {
  /** Whether work is being done: false before the start, after the stop and after a fatal failure. */
  running(): boolean
  [Symbol.asyncDispose](): Promise<void>
}

/** No scheduled work, for tests that turn the clock themselves. */
export function noJobs(): Jobs {
  return { running: () => true, [Symbol.asyncDispose]: async () => {} }
}

interface JobsOptions {
  url: string
  scheduled: readonly ScheduledJob[]
  log: Log
  /** Every half minute unless given. */
  lookEveryS?: number
}

/** Starts pg-boss on our database (its tables stand in the schema `pgboss`) with the given schedule. */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const { url, scheduled, log, lookEveryS = usualLookEveryS } = options
  const boss = new PgBoss({
    connectionString: url,
    max: 2,
    application_name: 'gridloom-jobs',
    cronWorkerIntervalSeconds: lookEveryS,
  })
  boss.on('error', (error) =>
    log.error({ event: 'job_queue.failed', err: error }, 'the job queue reports an error'),
  )
  let running = true
  boss.on('stopped', () => {
    running = false
  })
  await boss.start()
  for (const job of scheduled) {
    await boss.createQueue(job.name, { name: job.name, policy: 'singleton' })
    await boss.schedule(job.name, job.cron, {}, { tz: 'UTC' })
    await boss.work(job.name, { pollingIntervalSeconds: lookEveryS }, async () => {
      await job.run().catch((error: unknown) => {
        // The queue writes failures to its own tables alone.
        log.error(
          { event: 'scheduled_work.failed', err: error, job: job.name },
          'scheduled work failed; it comes round again',
        )
        throw error
      })
    })
  }
  return {
    running: () => running,
    async [Symbol.asyncDispose]() {
      await boss.stop({ graceful: true, wait: true, timeout: 5_000 })
    },
  }
}
