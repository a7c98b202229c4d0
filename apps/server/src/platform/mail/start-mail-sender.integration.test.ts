import { withDatabase } from '@gridloom/testkit/database'
import { eventually } from '@gridloom/testkit/eventually'
import { expect, it } from 'vitest'
import { anEmail, deadPort, startInbox } from '../../../test/inbox.ts'
import { listenForChanges } from '../database/listen.ts'
import { silentLog } from '../log.ts'
import { queueMail } from './queue-mail.ts'
import { sendDueMail } from './send-due-mail.ts'
import { smtpDriver } from './smtp.ts'
import { startMailSender } from './start-mail-sender.ts'

it('sends an email as soon as its transaction commits, without waiting for a poll', async () => {
  await using inbox = await startInbox()
  await using house = await setup(inbox.url)
  await using _sender = startMailSender(house.ctx)
  await house.queue('ada@example.com')
  await eventually(() => expect(inbox.emails).toHaveLength(1))
  await house.queue('bob@example.com')
  await eventually(() => expect(inbox.emails).toHaveLength(2))
})

it('sends emails that were queued before it started', async () => {
  await using inbox = await startInbox()
  await using house = await setup(inbox.url)
  await house.queue('ada@example.com')
  await using _sender = startMailSender(house.ctx)
  await eventually(() => expect(inbox.emails).toHaveLength(1))
})

it('sends emails by polling after a server was down', async () => {
  const port = await deadPort()
  await using house = await setup(`smtp://127.0.0.1:${port}`)
  const failed = Promise.withResolvers<void>()
  house.ctx.log.warn = () => failed.resolve()
  await using _sender = startMailSender(house.ctx)
  await house.queue('ada@example.com')
  await failed.promise
  await using inbox = await startInbox({ port })
  await eventually(async () => {
    await house.clock.advance(30_000)
    expect(inbox.emails).toHaveLength(1)
  })
})

it('logs at its start where emails go, without credentials', async () => {
  await using house = await setup('smtps://post:secret@mail.example')
  const said: unknown[] = []
  house.ctx.log.info = (fields: unknown) => said.push(fields)
  await using _sender = startMailSender(house.ctx)
  expect(said).toEqual([
    { event: 'mail.configured', where: 'smtps://mail.example:465', from: 'post@gridloom.example' },
  ])
})

it('continues after a poll that failed', async () => {
  await using inbox = await startInbox()
  await using house = await setup(inbox.url)
  let failures = 1
  const failed = Promise.withResolvers<void>()
  house.ctx.log.error = () => failed.resolve()
  const transact: typeof house.ctx.transact = (work) => {
    if (failures-- > 0) throw new TypeError('the database is away')
    return house.ctx.transact(work)
  }
  await using _sender = startMailSender({ ...house.ctx, transact: async (work) => transact(work) })
  await failed.promise
  await house.queue('ada@example.com')
  await eventually(() => expect(inbox.emails).toHaveLength(1))
})

it('leaves emails that are queued after its stop to others', async () => {
  await using inbox = await startInbox()
  await using house = await setup(inbox.url)
  const sender = startMailSender(house.ctx)
  await sender[Symbol.asyncDispose]()
  const notified = Promise.withResolvers<void>()
  house.ctx.changes.subscribe(() => notified.resolve())
  await house.queue('ada@example.com')
  await notified.promise
  await house.clock.advance(60_000)
  expect(await sendDueMail(house.ctx, new AbortController().signal)).toBe(1)
})

async function setup(url: string) {
  const fixture = await withDatabase()
  const { clock, db } = fixture
  const log = silentLog()
  const platform = fixture.ctx()
  const changes = await listenForChanges({
    url: fixture.url,
    db,
    clock,
    ids: platform.ids,
    log,
    topics: ['mail'],
  })
  const mail = smtpDriver(url)
  const ctx = { ...platform, log, changes, mail, mailFrom: 'post@gridloom.example' }
  return {
    ctx,
    clock,
    queue: (to: string) => ctx.transact((tx) => queueMail(ctx, tx, anEmail({ to }))),
    async [Symbol.asyncDispose]() {
      await mail[Symbol.asyncDispose]()
      await changes[Symbol.asyncDispose]()
      await fixture[Symbol.asyncDispose]()
    },
  }
}
