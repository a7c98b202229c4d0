import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'
import type { Changes } from '../../platform/database/listen.ts'
import type { PartChecks } from './readiness.ts'

interface Parts {
  db: Db
  changes: Changes
  /** Names of the migrations that this server's code was written for. */
  migrations: readonly string[]
  jobs: { running(): boolean }
}

/** What this server cannot serve without. */
export function partChecks({ db, changes, migrations, jobs }: Parts): PartChecks {
  return {
    async database() {
      await sql`select 1`.execute(db).catch((cause: unknown) => fail('does not answer', cause))
      return 'answers'
    },
    async changes() {
      return changes.connected() ? 'listening' : fail('not listening, reconnecting')
    },
    async migrations() {
      const missing = await missingMigrations(db, migrations)
      return missing.length === 0 ? 'all applied' : fail(`not applied: ${missing.join(', ')}`)
    },
    async jobs() {
      return jobs.running() ? 'running' : fail('not running')
    },
  }
}

/** Those of the given migrations that the database has not got. */
async function missingMigrations(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations`
    .execute(db)
    .catch((cause: unknown) => fail('cannot be read', cause))
  const applied = new Set(rows.map((row) => row.name))
  return names.filter((name) => !applied.has(name))
}

function fail(text: string, cause?: unknown): never {
  throw new Error(text, { cause })
}
