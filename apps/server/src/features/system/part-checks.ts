import type { Db } from '../../platform/database/connect.ts'
import type { Changes } from '../../platform/database/listen.ts'
import type { Files } from '../../platform/files/files.ts'
import type { PartChecks } from './readiness.ts'
import { appliedMigrations, pingDatabase } from './readiness-store.ts'

interface PartChecksOptions {
  db: Db
  changes: Pick<Changes, 'connected'>
  /** Names of the migrations that this server's code was written for. */
  migrations: readonly string[]
  scheduledWork: { running(): boolean }
  files: Pick<Files, 'reserve'>
}

/** A part is unhealthy; the message is the reason. */
class PartUnwell extends Error {
  override readonly name = 'PartUnwell'
}

/** Health checks of the parts that this server cannot run without. */
export function partChecks({
  db,
  changes,
  migrations,
  scheduledWork,
  files,
}: PartChecksOptions): PartChecks {
  return {
    async database() {
      await pingDatabase(db).catch((cause: unknown) => fail('does not answer', cause))
      return 'answers'
    },
    async changes() {
      return changes.connected() ? 'listening' : fail('not listening, reconnecting')
    },
    async migrations() {
      const applied = await appliedMigrations(db).catch((cause: unknown) =>
        fail('cannot be read', cause),
      )
      const missing = migrations.filter((name) => !applied.has(name))
      return missing.length === 0 ? 'all applied' : fail(`not applied: ${missing.join(', ')}`)
    },
    async jobs() {
      return scheduledWork.running() ? 'running' : fail('not running')
    },
    // @NOTE a full disk is reported but keeps the server ready: only new files are refused
    async disk() {
      const { freeBytes, isKept } = await files.reserve
        .read()
        .catch((cause: unknown) => fail('cannot be read', cause))
      const free = `${Math.floor(freeBytes / 1e9)} GB free`
      return isKept ? free : `${free}: new files are rejected`
    },
  }
}

function fail(text: string, cause?: unknown): never {
  throw new PartUnwell(text, { cause })
}
