import type { Ctx } from '../ctx.ts'
import type { Changes } from '../database/listen.ts'
import type { Checks } from '../feature.ts'
import type { Files } from '../files/files.ts'
import { appliedMigrations, pingDatabase } from './health-store.ts'

/** The context of the platform's checks. */
export interface HealthCtx extends Pick<Ctx, 'db'> {
  readonly changes: Pick<Changes, 'connected'>
  /** Names of the migrations that this server's code was written for. */
  readonly migrations: readonly string[]
  readonly scheduledWork: { running(): boolean }
  readonly files: Pick<Files, 'reserve'>
}

/** A part is unhealthy; the message is the reason. */
class PartUnwell extends Error {
  override readonly name = 'PartUnwell'
}

/** Health checks of the platform's own parts. */
export const platformChecks: Checks<HealthCtx> = {
  async database({ db }) {
    await pingDatabase(db).catch((cause: unknown) => fail('does not answer', cause))
    return 'answers'
  },
  async changes({ changes }) {
    return changes.connected() ? 'listening' : fail('not listening, reconnecting')
  },
  async migrations({ db, migrations }) {
    const applied = await appliedMigrations(db).catch((cause: unknown) =>
      fail('cannot be read', cause),
    )
    const missing = migrations.filter((name) => !applied.has(name))
    return missing.length === 0 ? 'all applied' : fail(`not applied: ${missing.join(', ')}`)
  },
  async jobs({ scheduledWork }) {
    return scheduledWork.running() ? 'running' : fail('not running')
  },
  // @NOTE a full disk is reported but keeps the server ready: only new files are rejected
  async disk({ files }) {
    const { freeBytes, isKept } = await files.reserve
      .read()
      .catch((cause: unknown) => fail('cannot be read', cause))
    const free = `${Math.floor(freeBytes / 1e9)} GB free`
    return isKept ? free : `${free}: new files are rejected`
  },
}

function fail(text: string, cause?: unknown): never {
  throw new PartUnwell(text, { cause })
}
