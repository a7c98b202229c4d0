import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { withDatabase } from '@gridloom/testkit/database'
import { eventually } from '@gridloom/testkit/eventually'
import { startServer, type TestServer } from '@gridloom/testkit/server'
import { expect, it } from 'vitest'
import { anEmail, startInbox } from '../test/inbox.ts'
import { readConfig } from './config.ts'
import { createContainer } from './container.ts'
import { silentLog } from './platform/log.ts'
import { queueMail } from './platform/mail/queue-mail.ts'

it('a server sends its queued emails from its own address', async () => {
  await using server = await startServer()
  await queueIn(server)
  await eventually(() => expect(server.emails).toHaveLength(1))
  expect(server.emails).toMatchObject([
    { to: 'ada@example.com', from: 'Gridloom <no-reply@localhost>' },
  ])
})

it('two servers on one database send each email exactly once', async () => {
  await using one = await startServer()
  await using two = await startServer({ databaseUrl: one.container.databaseUrl })
  for (let i = 0; i < 20; i++) await queueIn(one)
  const all = () => [...one.emails, ...two.emails].map(({ id }) => id)
  await eventually(() => expect(all().length).toBeGreaterThanOrEqual(20))
  expect(new Set(all()).size).toBe(20)
  expect(all()).toHaveLength(20)
})

it('emails go to the configured SMTP server, or to the outbox of the data folder without one', async () => {
  await using database = await withDatabase()
  await using inbox = await startInbox()
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-mail-'))
  const deliver = async (environment: NodeJS.ProcessEnv) => {
    await using container = await createContainer({
      config: readConfig({ GRIDLOOM_DATA: folder, ...environment }, []),
      databaseUrl: database.url,
      log: silentLog(),
      scheduledWork: 'off',
    })
    await container.mail.deliver(anEmail(), new AbortController().signal)
    return container.mail.where
  }
  expect(await deliver({ SMTP_URL: inbox.url })).toBe(inbox.url)
  expect(inbox.emails).toHaveLength(1)
  expect(await deliver({})).toBe(path.join(folder, 'outbox'))
  const [name] = await readdir(path.join(folder, 'outbox'))
  expect(await readFile(path.join(folder, 'outbox', `${name}`), 'utf8')).toContain(
    'ada@example.com',
  )
  await rm(folder, { recursive: true })
})

async function queueIn({ container }: TestServer): Promise<void> {
  const { system } = container
  await system.transact((tx) => queueMail(system, tx, anEmail()))
}
