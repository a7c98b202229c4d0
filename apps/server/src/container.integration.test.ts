import { freshDatabase } from '@gridloom/testkit/cluster'
import { eventually } from '@gridloom/testkit/eventually'
import { driverOf } from '@gridloom/testkit/files'
import { keptMail } from '@gridloom/testkit/kept-mail'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { readConfig } from './config.ts'
import { createContainer } from './container.ts'
import { silentLog } from './platform/log.ts'

it.each([
  ['the human check', 'shared_secrets'],
  ['the catalogue of models', 'models'],
])('closes everything it opened when %s fails to start', async (_step, table) => {
  await using fixture = await setup()
  await fixture.start().then((container) => container[Symbol.asyncDispose]())
  await fixture.breakTable(table)
  await expect(fixture.start()).rejects.toThrow(table)
  await fixture.untilNothingIsOpen()
  expect(fixture.disposed()).toBe(2)
})

it('closes every database connection when it is disposed', async () => {
  await using fixture = await setup()
  const container = await fixture.start()
  expect((await fixture.connections()).length).toBeGreaterThan(0)
  await container[Symbol.asyncDispose]()
  expect(container.stopping.aborted).toBe(true)
  await fixture.untilNothingIsOpen()
})

async function setup() {
  await using opened = new AsyncDisposableStack()
  const database = opened.use(await freshDatabase(inject('clusterUrl')))
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  opened.defer(() => client.end())
  const rest = opened.move()
  let disposed = 0
  const mail = { ...keptMail(() => {}), [Symbol.asyncDispose]: async () => void disposed++ }
  /** The server's connections, as PostgreSQL lists them. */
  const connections = async (): Promise<string[]> => {
    const { rows } = await client.query<{ name: string }>(
      `select application_name as name from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    )
    return rows.map(({ name }) => name)
  }
  return {
    connections,
    // PostgreSQL notices a closed connection with a delay.
    untilNothingIsOpen: () => eventually(async () => expect(await connections()).toEqual([])),
    start: async () =>
      createContainer({
        config: readConfig({ PORT: '0' }, []),
        databaseUrl: database.url,
        log: silentLog(),
        mail,
        files: await driverOf(database.url),
      }),
    breakTable: (name: string) => client.query(`alter table ${name} rename to ${name}_away`),
    disposed: () => disposed,
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  }
}
