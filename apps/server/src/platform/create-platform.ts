import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Clock, systemClock } from '@gridloom/async/clock'
import type { Config } from '../config.ts'
import { auditedWrites } from './audit.ts'
import type { Actor, AuditedWrites, Ctx } from './ctx.ts'
import { connectDatabase, type Db } from './database/connect.ts'
import { type Changes, listenForChanges } from './database/listen.ts'
import { isMigrated, migrate, migrationNames } from './database/migrate.ts'
import { createOwnChanges, type OwnChanges } from './database/own-changes.ts'
import type { Topic } from './events.ts'
import type { FileDriver, Files } from './files/files.ts'
import { localFiles } from './files/local-files.ts'
import { diskReserve, diskSpaceReader, type ReadSpace } from './files/reserve.ts'
import { s3Files } from './files/s3-files.ts'
import { withReserve } from './files/with-reserve.ts'
import type { AuditEvent } from './http/route-parts.ts'
import { type Ids, systemIds } from './ids.ts'
import type { Log } from './log.ts'
import type { MailDriver } from './mail/mail.ts'
import { outboxDriver } from './mail/outbox.ts'
import { smtpDriver } from './mail/smtp.ts'

const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))
const connections = 20

/** The services that every feature uses. */
export interface Platform extends AsyncDisposable {
  readonly config: Config
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly databaseUrl: string
  readonly db: Db
  /** Names of the migrations that this code was written for. */
  readonly migrations: readonly string[]
  readonly changes: Changes
  readonly ownChanges: OwnChanges
  /** Delivers emails. */
  readonly mail: MailDriver
  /** The store of large files. */
  readonly files: Files
  /** Creates the transactions of an actor, with the audit entry of their request. */
  writesOf(actor: Actor, event: AuditEvent | null): AuditedWrites
  /** Runs a transaction of the server itself. */
  readonly transact: Ctx['transact']
}

export interface PlatformOptions {
  config: Config
  databaseUrl: string
  log: Log
  clock?: Clock
  /** Replaces the configured mail driver; for tests. */
  mail?: MailDriver
  /** Replaces the configured store; for tests. */
  files?: FileDriver
  /** Replaces reading the free space of the files' disk; for tests. */
  readSpace?: ReadSpace
  /** How long to wait for a database connection in use before opening a further one; for tests. */
  connectionPatienceMs?: number
}

/**
 * Migrates and connects the database, and opens mail and files. A step that fails closes what is open. `topics`: those
 * of the features' changes.
 */
export async function createPlatform(
  options: PlatformOptions,
  topics: readonly Topic[],
): Promise<Platform> {
  const { config, databaseUrl, log, clock = systemClock, connectionPatienceMs = 0 } = options
  await using opened = new AsyncDisposableStack()
  const ids = systemIds(() => clock.now())
  const { db } = connectDatabase(databaseUrl, { connections, patienceMs: connectionPatienceMs })
  opened.defer(() => db.destroy())
  if (!(await isMigrated(db, migrationsFolder))) await migrate(databaseUrl, migrationsFolder, log)
  const files = opened.use(await createFiles({ ...options, clock, ids }))
  const mail = opened.use(options.mail ?? createMail(config, clock))
  const changes = opened.use(
    await listenForChanges({ url: databaseUrl, db, clock, ids, log, topics }),
  )
  const ownChanges = createOwnChanges()
  const writesOf: Platform['writesOf'] = (actor, event) => {
    const refreshing = (writes: AuditedWrites): AuditedWrites => ({
      ...writes,
      transact: ownChanges.refreshingAfter(writes.transact),
      auditedAs: (part) => refreshing(writes.auditedAs(part)),
    })
    return refreshing(auditedWrites({ db, ids, clock, actor, event }))
  }
  const migrations = await migrationNames(migrationsFolder)
  const { transact } = writesOf({ kind: 'system' }, null)
  const basics = { config, clock, ids, log, databaseUrl, db, migrations }
  const open = opened.move()
  return {
    ...basics,
    changes,
    ownChanges,
    mail,
    files,
    writesOf,
    transact,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/** Creates the driver of the configured mail server, else one that writes files under the data folder. */
function createMail({ mail, dataFolder }: Config, clock: Clock): MailDriver {
  if (mail.smtpUrl !== undefined) return smtpDriver(mail.smtpUrl)
  return outboxDriver({ folder: path.join(dataFolder, 'outbox'), clock })
}

type FilesOptions = Pick<PlatformOptions, 'config' | 'files' | 'readSpace'> &
  Pick<Platform, 'clock' | 'ids'>

/** Opens the configured file store, which rejects new files while the disk of the scratch folder is short of space. */
async function createFiles(options: FilesOptions): Promise<Files> {
  const driver = options.files ?? (await openFiles(options))
  const readSpace = options.readSpace ?? diskSpaceReader(driver.scratchFolder, systemClock)
  return withReserve(driver, diskReserve(readSpace))
}

/** Opens the configured object store, else files under the data folder. */
function openFiles({ config, clock, ids }: FilesOptions): Promise<FileDriver> {
  const { dataFolder, s3 } = config
  const scratchFolder = path.join(dataFolder, 'scratch')
  if (s3 !== undefined) return s3Files({ place: s3, scratchFolder, clock })
  return localFiles({ folder: path.join(dataFolder, 'files'), scratchFolder, clock, ids })
}
