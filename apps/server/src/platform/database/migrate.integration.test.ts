import { rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { temporaryFolder, withEmptyDatabase } from '../../../test/empty-database.ts'
import { silentLog } from '../log.ts'
import { isMigrated, migrate, migrationNames } from './migrate.ts'

it('applies the files of a folder in order of name, each once', async () => {
  await using site = await setup({
    '0002-second.sql': 'insert into first values (2)',
    '0001-first.sql': 'create table first (n integer)',
  })
  await site.migrate()
  await site.migrate()
  expect(await site.numbers()).toEqual([2])
  expect(await site.applied()).toEqual(['0001-first.sql', '0002-second.sql'])
})

it('applies only files that were added since', async () => {
  await using site = await setup({ '0001-first.sql': 'create table first (n integer)' })
  await site.migrate()
  await site.write('0002-second.sql', 'insert into first values (2)')
  await site.migrate()
  await site.write('0003-third.sql', 'insert into first values (3)')
  await site.migrate()
  expect(await site.numbers()).toEqual([2, 3])
})

it('stops when an applied file was edited, and changes nothing', async () => {
  await using site = await setup({ '0001-first.sql': 'create table first (n integer)' })
  await site.migrate()
  await site.write('0001-first.sql', 'create table first (n bigint)')
  await site.write('0002-second.sql', 'insert into first values (2)')
  await expect(site.migrate()).rejects.toThrow('0001-first.sql was changed after it was applied')
  expect(await site.numbers()).toEqual([])
})

it('rolls back a file that fails, names it with its cause, and keeps those before it', async () => {
  await using site = await setup({
    '0001-first.sql': 'create table first (n integer)',
    '0002-second.sql': 'insert into first values (2); insert into nowhere values (1)',
    '0003-third.sql': 'insert into first values (3)',
  })
  await expect(site.migrate()).rejects.toMatchObject({
    message: 'migration 0002-second.sql failed',
    cause: { message: 'relation "nowhere" does not exist' },
  })
  expect(await site.numbers()).toEqual([])
  expect(await site.applied()).toEqual(['0001-first.sql'])
})

it('continues from a failed file once it is fixed', async () => {
  await using site = await setup({
    '0001-first.sql': 'create table first (n integer)',
    '0002-second.sql': 'insert into nowhere values (1)',
  })
  await expect(site.migrate()).rejects.toThrow('0002-second.sql')
  await site.write('0002-second.sql', 'insert into first values (2)')
  await site.migrate()
  expect(await site.numbers()).toEqual([2])
})

it('applies each file once when four replicas start concurrently', async () => {
  await using site = await setup({
    '0001-first.sql': 'create table first (n integer)',
    '0002-second.sql': 'insert into first values (2)',
  })
  await Promise.all([site.migrate(), site.migrate(), site.migrate(), site.migrate()])
  expect(await site.numbers()).toEqual([2])
})

it('releases the lock for the next replica after one that failed', async () => {
  await using site = await setup({ '0001-first.sql': 'insert into nowhere values (1)' })
  await expect(site.migrate()).rejects.toThrow('0001-first.sql')
  await rename(path.join(site.folder, '0001-first.sql'), path.join(site.folder, '0001-first.off'))
  await site.migrate()
  expect(await site.applied()).toEqual([])
})

it('reports a database as migrated once every file was applied, and unless one was changed or added', async () => {
  await using site = await setup({ '0001-first.sql': 'create table first (n integer)' })
  expect(await site.isMigrated()).toBe(false)
  await site.migrate()
  expect(await site.isMigrated()).toBe(true)
  await site.write('0002-second.sql', 'insert into first values (1)')
  expect(await site.isMigrated()).toBe(false)
  await site.migrate()
  expect(await site.isMigrated()).toBe(true)
  await site.write('0001-first.sql', 'create table first (n bigint)')
  expect(await site.isMigrated()).toBe(false)
})

it('lists only SQL files, in the order in which they are applied', async () => {
  await using site = await setup({ '0010-b.sql': '', '0002-a.sql': '', 'README.md': 'words' })
  expect(await migrationNames(site.folder)).toEqual(['0002-a.sql', '0010-b.sql'])
})

async function setup(files: Readonly<Record<string, string>>) {
  const database = await withEmptyDatabase()
  const folder = await temporaryFolder()
  const write = (name: string, text: string) => writeFile(path.join(folder.path, name), text)
  for (const [name, text] of Object.entries(files)) await write(name, text)
  return {
    folder: folder.path,
    write,
    isMigrated: () => isMigrated(database.db, folder.path),
    migrate: () => migrate(database.url, folder.path, silentLog()),
    async numbers(): Promise<number[]> {
      const { rows } = await sql<{ n: number }>`select n from first order by n`.execute(database.db)
      return rows.map(({ n }) => n)
    },
    async applied(): Promise<string[]> {
      const { rows } = await sql<{
        name: string
      }>`select name from migrations order by name`.execute(database.db)
      return rows.map(({ name }) => name)
    },
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}
