import type { Clock } from '@gridloom/async/clock'
import type { Client } from '@gridloom/client/calls'
import { createClient } from '@gridloom/client/client'
import { memoryTokens } from '@gridloom/client/tokens'
import { createApp } from '@gridloom/server/app'
import { type Config, readConfig } from '@gridloom/server/config'
import { type Container, createContainer } from '@gridloom/server/container'
import { ensureOperator } from '@gridloom/server/features/auth/index'
import type { AgentBundles, Toolboxes } from '@gridloom/server/features/installers/index'
import type { ReadSpace } from '@gridloom/server/platform/files/reserve'
import { silentLog } from '@gridloom/server/platform/log'
import type { OutgoingEmail } from '@gridloom/server/platform/mail/mail'
import { inject } from 'vitest'
import { freshDatabase } from './cluster.ts'
import { driverOf } from './files.ts'
import { type Inbox, inboxOf } from './inbox.ts'
import { keptMail } from './kept-mail.ts'
import { serveAppsHere } from './serve-apps-here.ts'

/** A whole control plane that listens, on a database of its own; dispose of it with `await using`. */
export interface TestServer {
  /** `http://127.0.0.1:PORT`. */
  url: string
  /** The port of the apps server on 127.0.0.1; `undefined` where the configuration leaves it none. */
  appsPort: number | undefined
  container: Container
  operator: { email: string; password: string }
  /** Opens the beta for an account. */
  accessCode: string
  /** Emails sent since it started, newest last. */
  emails: readonly OutgoingEmail[]
  /** Where to wait for emails, whichever replica sends them. */
  inbox: Inbox
  /** A typed client; without a token, as a visitor. */
  client(token?: string): Client
  [Symbol.asyncDispose](): Promise<void>
}

export interface ServerOptions {
  /** The machine's clock by default; `createTestClock()` to turn it. */
  clock?: Clock
  /** Off by default, as tests send many requests. */
  rateLimits?: 'on' | 'off'
  /** Off by default, so that turning the clock by days cleans up nothing. */
  scheduledWork?: 'on' | 'off'
  /** Whether an edge process runs; off by default, as few tests need one. */
  edge?: 'on' | 'off'
  /** Replaces parts of the configuration. */
  config?: Partial<Config>
  /** Agent bundles to serve; otherwise they are built with npm when one is requested. */
  agentBundles?: AgentBundles
  /** Toolboxes to serve; otherwise those that were built. */
  toolboxes?: Toolboxes
  /** The space on the disk for files; read from the disk by default. */
  readSpace?: ReadSpace
  /** An existing database, e.g. to start a second replica on it; by default a fresh one. */
  databaseUrl?: string
}

/** Cheaper hashing parameters of the same kind, so that tests run the real code. */
const littleWork = {
  captcha: { rounds: 1, triesMin: 1, triesMax: 4 },
  password: { memoryKib: 64, passes: 1 },
}

/**
 * Each connection costs ten milliseconds of processor time, and a server that starts would open six at once for work of
 * one millisecond each.
 */
const connectionPatienceMs = 25

/** Without an edge process nothing listens on the TCP ports; a test that has one brings its own. */
const anyPorts = { PORT: '0', SSH_PORT: '0', APPS_PORT: '0', TCP_PORTS: '20000-20999' }

const operator = { email: 'operator@example.com', password: 'the operator of tests' }
const accessCode = 'test-access'

/** Starts the server as `main` does, and creates the first access code and the operator's account. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  await using opened = new AsyncDisposableStack()
  const databaseUrl =
    options.databaseUrl ?? opened.use(await freshDatabase(inject('clusterUrl'))).url
  const inbox = inboxOf(databaseUrl)
  const mail = keptMail(inbox.take)
  const config = {
    ...readConfig({ ...anyPorts, LOG_LEVEL: 'silent' }, []),
    ...options.config,
  }
  const container = opened.use(
    await createContainer({
      config,
      databaseUrl,
      log: silentLog(),
      scheduledWork: options.scheduledWork ?? 'off',
      edge: options.edge ?? 'off',
      work: littleWork,
      connectionPatienceMs,
      mail,
      ...(config.s3 === undefined ? { files: await driverOf(databaseUrl) } : {}),
      ...(options.clock === undefined ? {} : { clock: options.clock }),
      ...(options.readSpace === undefined ? {} : { readSpace: options.readSpace }),
      ...(options.agentBundles === undefined ? {} : { agentBundles: options.agentBundles }),
      ...(options.toolboxes === undefined ? {} : { toolboxes: options.toolboxes }),
    }),
  )
  await ensureOperator(container.system, { ...operator, accessCode })
  const app = opened.use(await createApp(container, { rateLimits: options.rateLimits ?? 'off' }))
  const url = await app.listen()
  if (options.edge !== 'on') {
    const apps = await serveAppsHere(container, { host: '127.0.0.1', port: 0 })
    if (apps !== undefined) opened.use(apps)
  }
  const open = opened.move()
  return {
    url,
    get appsPort() {
      return container.system.portAddresses.place()?.port
    },
    container,
    operator,
    accessCode,
    emails: mail.emails,
    inbox,
    client: (token) => createClient({ baseUrl: url, tokens: memoryTokens(token) }),
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}
