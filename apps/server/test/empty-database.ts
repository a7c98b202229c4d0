import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { inject } from 'vitest'
import { connectDatabase, type Db } from '../src/platform/database/connect.ts'
import { migrate, migrationNames } from '../src/platform/database/migrate.ts'
import { silentLog } from '../src/platform/log.ts'

export const migrationsFolder = fileURLToPath(new URL('../src/migrations', import.meta.url))

/** A database without tables. Dispose with `await using`. */
export interface EmptyDatabase extends AsyncDisposable {
  url: string
  db: Db
  /** Applies the product's migrations up to and including the one whose name starts with this text. */
  migrateThrough(start: string): Promise<void>
}

export async function withEmptyDatabase(): Promise<EmptyDatabase> {
  const clusterUrl = inject('clusterUrl')
  const name = `empty_${process.pid}_${crypto.randomUUID().slice(0, 8)}`
  await onCluster(clusterUrl, `create database ${name} template template0`)
  const url = new URL(clusterUrl)
  url.pathname = `/${name}`
  const { db } = connectDatabase(url.href, { connections: 2 })
  return {
    url: url.href,
    db,
    async migrateThrough(start) {
      const names = await migrationNames(migrationsFolder)
      const last = names.findIndex((one) => one.startsWith(start))
      if (last < 0) throw new RangeError(`no migration begins with ${start}`)
      await using folder = await temporaryFolder()
      for (const one of names.slice(0, last + 1)) {
        await copyFile(path.join(migrationsFolder, one), path.join(folder.path, one))
      }
      await migrate(url.href, folder.path, silentLog())
    },
    async [Symbol.asyncDispose]() {
      await db.destroy()
      await onCluster(clusterUrl, `drop database ${name} with (force)`)
    },
  }
}

/** Creates a folder that is deleted when disposed. */
export async function temporaryFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-migrations-'))
  return {
    path: folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

async function onCluster(clusterUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
