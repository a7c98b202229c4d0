import { withDatabase } from '@gridloom/testkit/database'
import { eventually } from '@gridloom/testkit/eventually'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { anEmail, deadPort, startInbox } from '../../../test/inbox.ts'
import { silentLog } from '../log.ts'
import type { EmailMessage, MailDriver, OutgoingEmail } from './mail.ts'
import { queueMail } from './queue-mail.ts'
import { type MailCtx, sendDueMail } from './send-due-mail.ts'
import { smtpDriver } from './smtp.ts'

const minuteMs = 60_000
/** Longer than any wait between two attempts. */
const aWhileMs = 60 * minuteMs
const never = new AbortController().signal

it('sends queued emails from the configured sender, and deletes them', async () => {
  await using inbox = await startInbox()
  await using driver = smtpDriver(inbox.url)
  await using queue = await setup(driver)
  await queue.queue({ to: 'ada@example.com', subject: 'Ваш код' })
  expect(await sendDueMail(queue.ctx, never)).toBe(1)
  expect(inbox.emails).toMatchObject([
    {
      subject: 'Ваш код',
      to: [{ address: 'ada@example.com' }],
      from: { address: 'post@gridloom.example' },
    },
  ])
  expect(await queue.waiting()).toEqual([])
})

it('sends nothing for a transaction that fails', async () => {
  await using outbox = aDriver()
  await using queue = await setup(outbox)
  const failing = queue.ctx.transact(async (tx) => {
    await queueMail(queue.ctx, tx, anEmail())
    throw new Error('the write failed')
  })
  await expect(failing).rejects.toThrow('the write failed')
  expect(await sendDueMail(queue.ctx, never)).toBe(0)
  expect(outbox.delivered).toEqual([])
})

it('fails the transaction of an email whose address would inject a header', async () => {
  await using queue = await setup(aDriver())
  await expect(queue.queue({ to: 'ada@example.com\r\nBcc: eve@example.com' })).rejects.toThrow(
    TypeError,
  )
  expect(await queue.waiting()).toEqual([])
})

it('retries later when the server replies with a temporary failure', async () => {
  await using inbox = await startInbox({
    answer: (nth) => (nth === 1 ? { code: 451, to: 'data' } : undefined),
  })
  await using driver = smtpDriver(inbox.url)
  await using queue = await setup(driver)
  await queue.queue()
  await sendDueMail(queue.ctx, never)
  expect(await sendDueMail(queue.ctx, never)).toBe(0)
  await queue.clock.jump(2 * minuteMs)
  await sendDueMail(queue.ctx, never)
  expect(inbox.emails).toHaveLength(1)
  expect(await queue.waiting()).toEqual([])
})

it('loses no email to a server that is down for half an hour', async () => {
  const port = await deadPort()
  await using driver = smtpDriver(`smtp://127.0.0.1:${port}`)
  await using queue = await setup(driver)
  for (const to of ['ada@example.com', 'bob@example.com']) await queue.queue({ to })
  for (let minutes = 0; minutes < 30; minutes += 5) {
    await sendDueMail(queue.ctx, never)
    await queue.clock.jump(5 * minuteMs)
  }
  await using inbox = await startInbox({ port })
  await queue.clock.jump(aWhileMs)
  await sendDueMail(queue.ctx, never)
  expect(inbox.emails.flatMap(({ recipients }) => recipients).toSorted()).toEqual([
    'ada@example.com',
    'bob@example.com',
  ])
})

it('gives up after five attempts in about an hour, and logs neither code nor body', async () => {
  await using driver = aDriver(() => new Error('the server is away'))
  await using queue = await setup(driver)
  const lines = listenTo(queue.ctx)
  await queue.queue({ subject: '123456 is your code' })
  const startedMs = queue.clock.now().getTime()
  let lastTryMs = startedMs
  while ((await queue.waiting()).length > 0) {
    if ((await sendDueMail(queue.ctx, never)) > 0) lastTryMs = queue.clock.now().getTime()
    await queue.clock.jump(minuteMs)
  }
  expect(driver.tried).toBe(5)
  expect(lastTryMs - startedMs).toBeGreaterThan(50 * minuteMs)
  expect(lastTryMs - startedMs).toBeLessThan(75 * minuteMs)
  expect(lines.map(({ level }) => level)).toEqual(['warn', 'warn', 'warn', 'warn', 'error'])
  const said = JSON.stringify(lines)
  expect(said).not.toMatch(/123456|is your code|ada@/)
  expect(said).toContain('example.com')
})

it('does not retry an address that is permanently rejected', async () => {
  await using inbox = await startInbox({ answer: () => ({ code: 550, to: 'recipient' }) })
  await using driver = smtpDriver(inbox.url)
  await using queue = await setup(driver)
  const lines = listenTo(queue.ctx)
  await queue.queue()
  await sendDueMail(queue.ctx, never)
  expect(await queue.waiting()).toEqual([])
  expect(inbox.tries()).toBe(1)
  expect(lines.map(({ level }) => level)).toEqual(['error'])
})

it('sends other emails when one of them fails', async () => {
  await using driver = aDriver(({ to }) => (to.startsWith('bad') ? new Error('no') : undefined))
  await using queue = await setup(driver)
  for (const to of ['bad@example.com', 'good@example.com']) await queue.queue({ to })
  await sendDueMail(queue.ctx, never)
  expect(driver.delivered.map(({ to }) => to)).toEqual(['good@example.com'])
  expect(await queue.waiting()).toHaveLength(1)
})

it('sends each email once, however many senders there are', async () => {
  await using inbox = await startInbox()
  await using driver = smtpDriver(inbox.url)
  await using queue = await setup(driver)
  const addresses = Array.from({ length: 40 }, (_, i) => `ada${i}@example.com`)
  for (const to of addresses) await queue.queue({ to })
  const counts = await Promise.all([1, 2, 3].map(() => sendDueMail(queue.ctx, never)))
  expect(counts.reduce((sum, count) => sum + count)).toBe(40)
  expect(inbox.emails.flatMap(({ recipients }) => recipients).toSorted()).toEqual(
    addresses.toSorted(),
  )
})

it('leaves an email to its sender until the lease ends, then claims it', async () => {
  const gate = Promise.withResolvers<void>()
  await using slow = aDriver(undefined, gate.promise)
  await using quick = aDriver()
  await using queue = await setup(slow)
  await queue.queue()
  const stuck = sendDueMail(queue.ctx, never)
  await eventually(() => expect(slow.tried).toBe(1))
  const other = { ...queue.ctx, mail: quick }
  expect(await sendDueMail(other, never)).toBe(0)
  await queue.clock.jump(10 * minuteMs)
  expect(await sendDueMail(other, never)).toBe(1)
  const lines = listenTo(queue.ctx)
  gate.resolve()
  await stuck
  // Documents the worst case: both are delivered, with the same id, and the log reports it.
  expect([...slow.delivered, ...quick.delivered].map(({ id }) => id)).toEqual([
    quick.delivered[0]?.id,
    quick.delivered[0]?.id,
  ])
  expect(lines).toMatchObject([{ level: 'warn', text: 'an email may have been sent twice' }])
})

it('requeues an email that a stop interrupts, for the next start', async () => {
  const stop = new AbortController()
  await using stuck = aDriver(undefined, new Promise(() => undefined))
  await using queue = await setup(stuck)
  const lines = listenTo(queue.ctx)
  await queue.queue()
  const sending = sendDueMail(queue.ctx, stop.signal)
  await eventually(() => expect(stuck.tried).toBe(1))
  stop.abort()
  await sending
  expect(lines).toEqual([])
  await using next = aDriver()
  expect(await sendDueMail({ ...queue.ctx, mail: next }, never)).toBe(1)
  expect(next.delivered).toHaveLength(1)
})

it('gives up on an email whose senders keep crashing', async () => {
  await using driver = aDriver()
  await using queue = await setup(driver)
  await queue.queue()
  await sql`update outgoing_mails set attempts = 5, lease = 'of the dead'`.execute(queue.ctx.db)
  await sendDueMail(queue.ctx, never)
  expect(driver.tried).toBe(0)
  expect(await queue.waiting()).toEqual([])
})

/** A driver that records emails; `fails` decides which ones fail, `gate` when it responds. */
function aDriver(
  fails: (message: OutgoingEmail) => Error | undefined = () => undefined,
  gate?: Promise<void>,
) {
  const delivered: OutgoingEmail[] = []
  const driver = {
    where: 'nowhere',
    tried: 0,
    delivered,
    async deliver(message: OutgoingEmail, signal: AbortSignal) {
      driver.tried += 1
      const error = fails(message)
      if (error !== undefined) throw error
      if (gate !== undefined) await Promise.race([gate, aborted(signal)])
      delivered.push(message)
    },
    [Symbol.asyncDispose]: async () => {},
  }
  return driver satisfies MailDriver
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  )
}

interface Line {
  level: 'warn' | 'error'
  fields: unknown
  text: string
}

/** The lines logged from now on, with errors as their messages. */
function listenTo({ log }: MailCtx): Line[] {
  const lines: Line[] = []
  const noteAs = (level: Line['level']) => (fields: unknown, text?: string) => {
    const spelt = JSON.stringify(fields, (_, value) =>
      value instanceof Error ? value.message : value,
    )
    lines.push({ level, fields: spelt, text: text ?? '' })
  }
  log.warn = noteAs('warn')
  log.error = noteAs('error')
  return lines
}

async function setup(mail: MailDriver) {
  const fixture = await withDatabase()
  const { clock } = fixture
  const ctx = {
    ...fixture.ctx(),
    log: silentLog(),
    mail,
    mailFrom: 'Gridloom <post@gridloom.example>',
  }
  return {
    ctx,
    clock,
    queue: (parts: Partial<EmailMessage> = {}) =>
      ctx.transact((tx) => queueMail(ctx, tx, { ...anEmail(), ...parts })),
    waiting: async () => (await sql`select id from outgoing_mails`.execute(ctx.db)).rows,
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  }
}
