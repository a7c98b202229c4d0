import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Clock, systemClock } from '@gridloom/async/clock'
import type { Config } from './config.ts'
import { type AgentGateway, createAgentGateway } from './features/agents/index.ts'
import {
  type AuthCtx,
  altchaCaptcha,
  type Captcha,
  createAuthenticator,
  createLoginProviders,
  createPasswords,
  createTokenCache,
  type Difficulty,
  type LoginProviders,
  owaspCost,
  type PasswordCost,
  type Passwords,
  type SignInMethodsCtx,
  spendAnswer,
  turnstileCaptcha,
  turnstileUrl,
  usualDifficulty,
} from './features/auth/index.ts'
import { type ChatsCtx, createRunningAnswers } from './features/chat/index.ts'
import {
  type AgentBundles,
  createAgentBundles,
  createBundleSigner,
  fetchWithNpm,
  type InstallersCtx,
  runtimes,
} from './features/installers/index.ts'
import { type InstancesCtx, logReadsAtOnce } from './features/instances/index.ts'
import type { MachinesCtx } from './features/machines/index.ts'
import { createModelServices, type ModelsCtx } from './features/models/index.ts'
import {
  createDeliveries,
  createPictures,
  createSceneReader,
  findPictureSandbox,
  type RenderingCtx,
  type UploadingCtx,
} from './features/rendering/index.ts'
import { all, features } from './features.ts'
import { createAtOnce } from './platform/at-once.ts'
import { auditedWrites } from './platform/audit.ts'
import type { Actor } from './platform/ctx.ts'
import { connectDatabase, type Db } from './platform/database/connect.ts'
import { type Changes, listenForChanges } from './platform/database/listen.ts'
import { migrate, migrationNames } from './platform/database/migrate.ts'
import { transact } from './platform/database/transact.ts'
import type { Feature } from './platform/feature.ts'
import type { FileDriver, Files } from './platform/files/files.ts'
import { localFiles } from './platform/files/local-files.ts'
import { diskReserve, type ReadSpace, spaceOf } from './platform/files/reserve.ts'
import { s3Files } from './platform/files/s3-files.ts'
import { withReserve } from './platform/files/with-reserve.ts'
import type { AuditEvent } from './platform/http/route-parts.ts'
import type { Authenticator } from './platform/http/routes.ts'
import { type Ids, systemIds } from './platform/ids.ts'
import { type Jobs, noJobs, type ScheduledJob, startJobs } from './platform/jobs.ts'
import type { Log } from './platform/log.ts'
import type { MailDriver } from './platform/mail/mail.ts'
import { outboxDriver } from './platform/mail/outbox.ts'
import { smtpDriver } from './platform/mail/smtp.ts'
import { sharedSecret } from './platform/shared-secret.ts'
import { tidyEvents } from './platform/tidy-events.ts'

const agentBuildFolder = fileURLToPath(new URL('../../agent/dist', import.meta.url))
const licenceFile = fileURLToPath(new URL('../../../LICENSE', import.meta.url))
const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** What the process is built of, made once and by hand. */
export interface Container {
  config: Config
  clock: Clock
  ids: Ids
  log: Log
  databaseUrl: string
  db: Db
  changes: Changes
  /** The connections of the machines. */
  agents: AgentGateway
  authenticator: Authenticator
  captcha: Captcha
  passwords: Passwords
  loginProviders: LoginProviders
  /** Takes letters out of the house. */
  mail: MailDriver
  /** What is too large for the database. */
  files: Files
  jobs: Jobs
  /** Names of the migrations that this code was written for. */
  migrations: readonly string[]
  /** Aborts when the server stops. */
  stopping: AbortSignal
  /** Ends streams and loops, ahead of disposing what they stand on. */
  beginStop(): void
  /** The context of what the server does by itself. */
  system: AppCtx
  contextFor(caller: {
    actor: Actor
    requestId: string
    signal: AbortSignal
    log: Log
    event?: AuditEvent | null
  }): AppCtx
  [Symbol.asyncDispose](): Promise<void>
}

/** The context of every verb: the platform's, and each feature's adapters. */
export interface AppCtx
  extends AuthCtx,
    SignInMethodsCtx,
    MachinesCtx,
    InstancesCtx,
    InstallersCtx,
    RenderingCtx,
    UploadingCtx,
    Omit<ChatsCtx, 'endpoints'>,
    ModelsCtx {}

export interface ContainerOptions {
  config: Config
  databaseUrl: string
  log: Log
  clock?: Clock
  /** Scheduled work; on unless told. */
  jobs?: 'on' | 'off'
  /** Where letters go, instead of what the configuration says; for tests. */
  mail?: MailDriver
  /** Where files go, instead of what the configuration says; for tests. */
  files?: FileDriver
  /** How full the disk is that files are written on, instead of asking it; for tests. */
  readSpace?: ReadSpace
  /** Agent bundles to serve, instead of those built here; for tests. */
  agentBundles?: AgentBundles
  /** How much work the human check and password hashes are; tests want little. */
  work?: { captcha: Difficulty; password: PasswordCost }
}

/** Builds everything on a database that is up: migrates it, connects, and puts the adapters together. */
export async function createContainer(options: ContainerOptions): Promise<Container> {
  const { config, databaseUrl, log } = options
  const clock = options.clock ?? systemClock
  const ids = systemIds(() => clock.now())
  const stopping = new AbortController()
  await migrate(databaseUrl, migrationsFolder, log)
  const { db } = connectDatabase(databaseUrl, { connections: 20 })
  const changes = await listenForChanges({ url: databaseUrl, db, clock, ids, log })
  const tokenCache = createTokenCache({ clock, changes })
  const agents = createAgentGateway({ db, clock, ids, log })
  const mail = options.mail ?? createMail(config, clock)
  const store = options.files ?? (await createFiles({ config, clock, ids }))
  const readSpace = options.readSpace ?? spaceOf(store.scratchFolder, systemClock)
  const reserve = diskReserve(readSpace)
  const files = withReserve(store, reserve)
  const sceneReader = createSceneReader({ clock })
  const sandbox = await findPictureSandbox()
  if (sandbox.kind === 'missing') log.warn({ why: sandbox.why }, unguardedPictures)
  const deliveries = createDeliveries({ clock })
  const pictures = createPictures({ clock, processes: 2, sandbox })
  const passwords = createPasswords({
    cost: options.work?.password ?? owaspCost,
    decoy: ids.secret(),
  })
  const captcha = await createCaptcha({
    config,
    db,
    clock,
    ids,
    difficulty: options.work?.captcha ?? usualDifficulty,
  })
  const agentBundles =
    options.agentBundles ??
    createAgentBundles({
      folder: path.join(config.dataFolder, 'packs'),
      agentFolder: agentBuildFolder,
      licenceFile,
      runtimes,
      fetchRuntime: fetchWithNpm,
      demandSpace: reserve.demand,
      signal: stopping.signal,
    })
  const bundleSigner = createBundleSigner({
    file: path.join(config.dataFolder, 'agent-signing-key.pem'),
  })
  const writesOf = (actor: Actor, event: AuditEvent | null) => {
    const writes = auditedWrites({ db, ids, clock, actor, event })
    return { ...writes, transact: tokenCache.forgettingAfter(writes.transact) }
  }
  const loginProviders = createLoginProviders({
    configs: config.loginProviders,
    publicUrl: config.publicUrl,
    clock,
  })
  const logReads = createAtOnce(logReadsAtOnce)
  const { transact: write } = writesOf({ kind: 'system' }, null)
  const models = await createModelServices({
    db,
    clock,
    ids,
    log,
    agents,
    changes,
    keySpendOf: all.keySpend,
    transact: write,
    files,
    packageIndex: config.packageIndex,
  })
  const runningAnswers = createRunningAnswers({ db, clock, log, changes, transact: write })
  const contextFor: Container['contextFor'] = ({
    actor,
    requestId,
    signal,
    log: requestLog,
    event = null,
  }) => ({
    actor,
    requestId,
    signal,
    clock,
    ids,
    log: requestLog,
    db,
    ...writesOf(actor, event),
    recentDetails: tokenCache.details,
    publicUrl: config.publicUrl,
    keySpendOf: all.keySpend,
    logReads,
    changes,
    agents,
    endpoints: models.endpoints,
    hub: models.hub,
    allowances: models.allowances,
    runningAnswers,
    stalls: models.stalls,
    revocations: models.revocations,
    tokens: models.tokens,
    files,
    sceneReader,
    pictures,
    deliveries,
    heldSweep: { after: null },
    agentBundles,
    bundleSigner,
    captcha,
    passwords,
    loginProviders,
  })
  const system = contextFor({
    actor: { kind: 'system' },
    requestId: 'system',
    signal: stopping.signal,
    log,
  })
  const jobs =
    options.jobs === 'off'
      ? noJobs()
      : await startJobs({ url: databaseUrl, scheduled: scheduledJobs(system), log })
  return {
    config,
    clock,
    ids,
    log,
    databaseUrl,
    db,
    changes,
    agents,
    authenticator: createAuthenticator({
      db,
      clock,
      log,
      cache: tokenCache,
      changes,
      transact: system.transact,
    }),
    captcha,
    passwords,
    loginProviders,
    mail,
    files,
    jobs,
    migrations: await migrationNames(migrationsFolder),
    stopping: stopping.signal,
    beginStop: () => stopping.abort(),
    system,
    contextFor,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await jobs[Symbol.asyncDispose]()
      // Answers end before the services that pay for them do.
      await runningAnswers[Symbol.asyncDispose]()
      await models[Symbol.asyncDispose]()
      await agents[Symbol.asyncDispose]()
      await changes[Symbol.asyncDispose]()
      await mail[Symbol.asyncDispose]()
      await pictures[Symbol.asyncDispose]()
      await files[Symbol.asyncDispose]()
      await db.destroy()
    },
  }
}

/** What features do by the clock, and the platform's own. */
function scheduledJobs(ctx: AppCtx): ScheduledJob[] {
  const list: readonly Feature<AppCtx>[] = features
  return [
    ...list.flatMap(({ scheduled = [] }) =>
      scheduled.map(({ name, cron, run }) => ({ name, cron, run: () => run(ctx) })),
    ),
    { name: 'tidy-events', cron: '37 * * * *', run: () => tidyEvents(ctx) },
  ]
}

/** The configured mail server, else files under the data folder. */
function createMail({ mail, dataFolder }: Config, clock: Clock): MailDriver {
  if (mail.smtpUrl !== undefined) return smtpDriver(mail.smtpUrl)
  return outboxDriver({ folder: path.join(dataFolder, 'outbox'), clock })
}

/** The configured object store, else files under the data folder. */
function createFiles({ config, clock, ids }: Pick<CaptchaParts, 'config' | 'clock' | 'ids'>) {
  const { dataFolder, s3 } = config
  const scratchFolder = path.join(dataFolder, 'scratch')
  if (s3 !== undefined) return s3Files({ place: s3, scratchFolder })
  return localFiles({ folder: path.join(dataFolder, 'files'), scratchFolder, clock, ids })
}

interface CaptchaParts {
  config: Config
  db: Db
  clock: Clock
  ids: Ids
  difficulty: Difficulty
}

/** Turnstile where it is configured, else the embedded proof of work with a key that all replicas share. */
async function createCaptcha(parts: CaptchaParts): Promise<Captcha> {
  const { config, db, clock, ids, difficulty } = parts
  if (config.turnstile !== undefined) {
    const { hostname } = new URL(config.publicUrl)
    return turnstileCaptcha({
      ...config.turnstile,
      hostname,
      baseUrl: turnstileUrl,
      timeoutMs: 10_000,
    })
  }
  const candidate = ids.secret()
  const secret = await transact(db, (tx) =>
    sharedSecret(tx, { name: 'captcha', candidate, createdAt: clock.now() }),
  )
  return altchaCaptcha({
    secret,
    difficulty,
    clock,
    ids,
    spend: (answer) => transact(db, (tx) => spendAnswer(tx, answer)),
  })
}

const unguardedPictures =
  'pictures of strangers are decoded without a sandbox: one that takes its decoder over can read what this server can; on Linux, install bubblewrap'
