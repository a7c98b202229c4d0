import type { Clock } from '@gridloom/async/clock'
import type { Client } from '@gridloom/client/calls'
import { createClient } from '@gridloom/client/client'
import { memoryTokens } from '@gridloom/client/tokens'
import { createApp } from '@gridloom/server/app'
import { type Config, readConfig } from '@gridloom/server/config'
import { type Container, createContainer } from '@gridloom/server/container'
import { ensureOperator } from '@gridloom/server/features/auth/index'
import type { AgentBundles } from '@gridloom/server/features/installers/index'
import type { ReadSpace } from '@gridloom/server/platform/files/reserve'
import { silentLog } from '@gridloom/server/platform/log'
import type { OutgoingEmail } from '@gridloom/server/platform/mail/mail'
import { inject } from 'vitest'
import { freshDatabase } from './cluster.ts'
import { driverOf } from './files.ts'
import { type Inbox, inboxOf } from './inbox.ts'
import { keptMail } from './kept-mail.ts'

/** A whole control plane that listens, on a database of its own; dispose it with `await using`. */
export interface TestServer {
  /** `http://127.0.0.1:PORT`. */
  url: string
  container: Container
  operator: { email: string; password: string }
  /** Opens the beta for an account. */
  accessCode: string
  /** Letters that it sent since it started, the newest last. */
  emails: readonly OutgoingEmail[]
  /** Where to wait for letters, whichever replica sends them. */
  inbox: Inbox
  /** A typed client; without a token as a visitor. */
  client(token?: string): Client
  [Symbol.asyncDispose](): Promise<void>
}

export interface ServerOptions {
  /** The machine's own unless given; `createTestClock()` to turn it. */
  clock?: Clock
  /** Off unless told, as tests send many requests. */
  rateLimits?: 'on' | 'off'
  /** Off unless given, so that turning the clock by days sweeps nothing. */
  scheduledWork?: 'on' | 'off'
  /** Replaces parts of the configuration. */
  config?: Partial<Config>
  /** Packs of the agent to hand out; else they are made when somebody asks, with npm. */
  agentBundles?: AgentBundles
  /** How full the disk is that files lie on; asked of it unless given. */
  readSpace?: ReadSpace
  /** A database that is there already, e.g. to start a second replica on it; else a fresh one. */
  databaseUrl?: string
}

/** Little work, but of the same kind, so that what is tested is what runs. */
const littleWork = {
  captcha: { rounds: 1, triesMin: 1, triesMax: 4 },
  password: { memoryKib: 64, passes: 1 },
}

const operator = { email: 'operator@example.com', password: 'the operator of tests' }
const accessCode = 'test-access'

/** Starts the server as `main` does, with the first access code and the operator's account made. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  await using opened = new AsyncDisposableStack()
  const databaseUrl =
    options.databaseUrl ?? opened.use(await freshDatabase(inject('clusterUrl'))).url
  const inbox = inboxOf(databaseUrl)
  const mail = keptMail(inbox.take)
  const config = { ...readConfig({ PORT: '0' }, []), ...options.config }
  const container = opened.use(
    await createContainer({
      config,
      databaseUrl,
      log: silentLog(),
      scheduledWork: options.scheduledWork ?? 'off',
      work: littleWork,
      mail,
      ...(config.s3 === undefined ? { files: await driverOf(databaseUrl) } : {}),
      ...(options.clock === undefined ? {} : { clock: options.clock }),
      ...(options.readSpace === undefined ? {} : { readSpace: options.readSpace }),
      ...(options.agentBundles === undefined ? {} : { agentBundles: options.agentBundles }),
    }),
  )
  await ensureOperator(container.system, { ...operator, accessCode })
  const app = opened.use(await createApp(container, { rateLimits: options.rateLimits ?? 'off' }))
  const url = await app.listen()
  const open = opened.move()
  return {
    url,
    container,
    operator,
    accessCode,
    emails: mail.emails,
    inbox,
    client: (token) => createClient({ baseUrl: url, tokens: memoryTokens(token) }),
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}
