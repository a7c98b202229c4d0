import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { systemClock } from '@gridloom/async/clock'
import { freshDatabase, startTestCluster } from '@gridloom/testkit/cluster'
import { sql } from 'kysely'
import { createClickWriter } from '../src/features/affiliate/clicks/click-writer.ts'
import { recordClick } from '../src/features/affiliate/clicks/record-click.ts'
import { connectDatabase, type Db } from '../src/platform/database/connect.ts'
import { transact } from '../src/platform/database/transact.ts'
import { systemIds } from '../src/platform/ids.ts'

const clicks = 100_000
const codes = 200
const visitors = 8
const killedAfterMs = 3_000
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/**
 * Records 100,000 clicks of eight visitors at a time on links of 200 affiliates, and prints how long each took on the
 * server. PostgreSQL writes its disk at each commit. Then a process that records clicks is killed: each click that it
 * answered must be stored.
 */
async function main(): Promise<void> {
  await using cluster = await startTestCluster({ isDurable: true })
  await using database = await freshDatabase(cluster.url)
  const { db } = connectDatabase(database.url, { connections: 4 })
  say(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`)
  await addCodes(db)
  await recordAll(db)
  await killInTheMidst(db, database.url)
  await db.destroy()
}

async function recordAll(db: Db): Promise<void> {
  const record = recorder(db)
  const tookMs: number[] = []
  let begun = 0
  const startedMs = systemClock.monotonicMs()
  const visit = async () => {
    while (begun < clicks) {
      const nth = begun++
      const beganMs = systemClock.monotonicMs()
      const { click_id: id } = await record(nth)
      tookMs.push(systemClock.monotonicMs() - beganMs)
      if (id === null) throw new Error(`click ${nth} was not recorded`)
    }
  }
  await Promise.all(Array.from({ length: visitors }, visit))
  const perSecond = Math.round((clicks / (systemClock.monotonicMs() - startedMs)) * 1_000)
  const lost = clicks - (await countClicks(db))
  tookMs.sort((one, other) => one - other)
  const at = (share: number) => (tookMs[Math.ceil(share * clicks) - 1] ?? 0).toFixed(2)
  say(
    `clicks: p50 ${at(0.5)} ms; p95 ${at(0.95)} ms; p99 ${at(0.99)} ms; ${perSecond}/s; ${lost} lost; load ${loadavg()[0]?.toFixed(0)}`,
  )
}

async function killInTheMidst(db: Db, url: string): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), [url])
  const answered: string[] = []
  child.on('message', (id) => answered.push(String(id)))
  await once(child, 'message')
  systemClock.after(killedAfterMs, () => child.kill('SIGKILL'))
  await once(child, 'close')
  const { rows } = await sql<{
    stored: number
  }>`select count(*)::int as stored from affiliate_clicks
    where id = any(${answered}::text[])`.execute(db)
  say(`killed: ${answered.length} answered; ${answered.length - (rows[0]?.stored ?? 0)} lost`)
}

/** The process that is killed: it reports each click once it is answered. */
async function recordUntilKilled(url: string): Promise<void> {
  const { db } = connectDatabase(url, { connections: 4 })
  const record = recorder(db)
  let nth = 0
  const visit = async () => {
    for (;;) process.send?.((await record(nth++)).click_id)
  }
  await Promise.all(Array.from({ length: visitors }, visit))
}

function recorder(db: Db) {
  const ctx = {
    ...{ db, clock: systemClock, ids: systemIds(() => systemClock.now()) },
    clickWriter: createClickWriter(db),
    transact: <T>(work: Parameters<typeof transact<T>>[1]) => transact(db, work),
  }
  return (nth: number) =>
    recordClick(
      ctx,
      { code: `code-${nth % codes}`, campaign: `campaign-${nth % 7}`, source: 'example.com' },
      {
        address: `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`,
        userAgent: browser,
        doNotTrack: undefined,
        globalPrivacyControl: undefined,
      },
    )
}

async function addCodes(db: Db): Promise<void> {
  await sql`insert into accounts (id, email, email_key, username, role, created_at)
    select 'acc_' || lpad(n::text, 26, '0'), n || '@example.com', n || '@example.com', n::text, 'user', now()
    from generate_series(0, ${codes - 1}::int) n`.execute(db)
  await sql`insert into affiliate_codes (code, look, account_id, chosen, created_at)
    select 'code-' || n, 'code' || n, 'acc_' || lpad(n::text, 26, '0'), false, now()
    from generate_series(0, ${codes - 1}::int) n`.execute(db)
}

async function countClicks(db: Db): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from affiliate_clicks`.execute(db)
  return rows[0]?.n ?? 0
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

const [url] = process.argv.slice(2)
await (url === undefined ? main() : recordUntilKilled(url))
