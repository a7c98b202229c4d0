import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createProcesses } from '@gridloom/testkit/processes'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startInbox } from '../../../../test/inbox.ts'
import { withMachines } from '../../../../test/machines.ts'
import { insertAccount } from '../../../../test/render-rows.ts'
import { sendDueMail } from '../../../platform/mail/send-due-mail.ts'
import { smtpDriver } from '../../../platform/mail/smtp.ts'
import { reportLost, sendDigests } from '../../notices/index.ts'
import { createAlert } from './create-alert.ts'
import { sendAlerts } from './send-alerts.ts'

const mailFrom = 'Gridloom <post@gridloom.example>'

it('repeats an alert and a digest, each with its Message-ID, after a kill between acceptance and commit', {
  timeout: 60_000,
}, async () => {
  await using site = await setup()
  await site.processes.startServer()
  await site.bothAccepted
  await site.processes.kill('server')
  expect(await site.queued()).toBe(2)
  await site.sendAfterLeases()
  expect(await site.queued()).toBe(0)
  const { emails } = site.inbox
  const subjects = ['Test CPU is available', 'box is lost']
  expect(emails.map(({ subject }) => subject).toSorted()).toEqual(
    subjects.flatMap((subject) => [subject, subject]),
  )
  expect(new Set(emails.map(({ messageId }) => messageId)).size).toBe(2)
})

/** A queued alert and a queued digest, and a mail server that accepts both and never says so to the first sender. */
async function setup() {
  await using opened = new AsyncDisposableStack()
  const market = opened.use(await withMachines())
  await queueBoth(market)
  const bothAccepted = Promise.withResolvers<void>()
  const inbox = opened.use(
    await startInbox({
      beforeReply: async () => {
        if (inbox.emails.length === 2) bothAccepted.resolve()
        if (inbox.emails.length <= 2) await new Promise(() => {})
      },
    }),
  )
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-killed-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const environment = { DATABASE_URL: market.url, SMTP_URL: inbox.url, MAIL_FROM: mailFrom }
  const processes = opened.use(await createProcesses(folder, {}, environment))
  const open = opened.move()
  return {
    inbox,
    processes,
    bothAccepted: bothAccepted.promise,
    queued: async () => (await sql`select id from outgoing_mails`.execute(market.db)).rows.length,
    /** Sends as a restarted server does, once the leases of the killed one have ended. */
    async sendAfterLeases() {
      await sql`update outgoing_mails set next_try_at = 'epoch'`.execute(market.db)
      await using mail = smtpDriver(inbox.url)
      await sendDueMail({ ...market.ctx, mail, mailFrom }, market.ctx.signal)
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

async function queueBoth(market: Awaited<ReturnType<typeof withMachines>>): Promise<void> {
  const { ctx, clock } = market
  const renter = await insertAccount({ db: market.db, ids: ctx.ids })
  await market.machine()
  await createAlert(market.ctxOf(renter), { filters: { kind: 'cpu', isolation: 'isolated' } })
  await sendAlerts(ctx, ctx.signal)
  const lost = { accountId: renter, instanceId: ctx.ids.mint('instance'), name: 'box' }
  await ctx.transact((tx) => reportLost(ctx, tx, lost))
  await clock.jump(2 * 60_000)
  await sendDigests(ctx)
}
