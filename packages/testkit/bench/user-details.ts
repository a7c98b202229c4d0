import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { api } from '@gridloom/contract/api'
import autocannon from 'autocannon'
import pg from 'pg'
import { cpuMsOf } from '../src/cpu-time.ts'
import { createProcesses, type Processes } from '../src/processes.ts'
import { signUp } from '../src/sign-up.ts'
import type { Bench } from './bench.ts'

const run = promisify(execFile)
const connections = 32
const warmS = 5
const measuredS = 15
const perSecondAtLeast = 5_000
/** Each session belongs to a user of its own at an address of its own: the usual rate limits apply. */
const sessions = 400
const cores = { server: '0', load: '1' }

export const userDetails: Bench = {
  name: 'user-details',
  about: `GET ${api.accounts.details.path}, signed in, on one core, with the embedded database beside it`,
  async run(say) {
    const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-details-'))
    await using processes = await createProcesses(folder, {}, { TRUST_PROXY: 'true' })
    try {
      await processes.startServer()
      const tokens = await manySessions(processes)
      await pin(await processes.pidOf('server'), cores.server)
      await pin(process.pid, cores.load)
      await load(processes.url, tokens, warmS)
      const server = await processes.pidOf('server')
      const beforeMs = await cpuMsOf(server)
      const { requests, latency, non2xx, errors } = await load(processes.url, tokens, measuredS)
      const spentS = ((await cpuMsOf(server)) - beforeMs) / 1_000
      say(`${requests.total} answers, ${non2xx} of them refusals, ${errors} broken connections`)
      if (non2xx > 0 || errors > 0) throw new Error('not every request was answered')
      return {
        figures: [
          { what: 'answers', value: requests.average, unit: '/s', atLeast: perSecondAtLeast },
          { what: 'answers for a second of its time', value: requests.total / spentS, unit: '/s' },
          { what: 'time to answer, p50', value: latency.p50, unit: 'ms' },
          { what: 'time to answer, p99', value: latency.p99, unit: 'ms' },
        ],
        notes: [
          `the server’s process, all its threads, is bound to one core; ${sessions} people, each from an address of their own, over ${connections} connections; limits and authorisation on.`,
        ],
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/** Inserts many users with a session each into the database: signing each of them in would take minutes. */
async function manySessions(processes: Processes): Promise<string[]> {
  const token = await signUp(processes, { access: true })
  const { account_id } = await processes.client(token).accounts.details()
  const tokens = Array.from({ length: sessions }, () => randomBytes(32).toString('base64url'))
  const client = new pg.Client({ connectionString: await processes.databaseUrl() })
  await client.connect()
  try {
    const idsOf = (kind: string) => tokens.map((_, n) => `${kind}_${String(n).padStart(26, '0')}`)
    const ids = idsOf('ses')
    const accounts = idsOf('acc')
    await client.query(
      `insert into accounts (id, email, email_key, username, password_hash, role, access_granted_at, created_at, email_verified_at)
        select new, new || '@example.com', new || '@example.com', username, password_hash, role, access_granted_at, created_at, email_verified_at
        from unnest($1::text[]) as new, accounts where id = $2`,
      [accounts, account_id],
    )
    await client.query(
      `insert into sessions (id, account_id, created_at, expires_at, last_seen_at)
        select id, account, now(), now() + interval '1 hour', now() from unnest($1::text[], $2::text[]) s (id, account)`,
      [ids, accounts],
    )
    await client.query(
      `insert into tokens (hash, session_id, issued_at, expires_at)
        select hash, id, now(), now() + interval '15 min' from unnest($1::text[], $2::text[]) t (hash, id)`,
      [tokens.map(hashOf), ids],
    )
    return tokens
  } finally {
    await client.end()
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Binds a process with all its threads to one core (util-linux). */
async function pin(pid: number, core: string): Promise<void> {
  await run('taskset', ['-acp', core, String(pid)])
}

function load(url: string, tokens: readonly string[], seconds: number) {
  return autocannon({
    url: new URL(api.accounts.details.path, url).href,
    connections,
    duration: seconds,
    requests: tokens.map((token, n) => ({
      headers: {
        authorization: `Bearer ${token}`,
        'x-forwarded-for': `10.1.${n >> 8}.${n & 255}`,
      },
    })),
  })
}
