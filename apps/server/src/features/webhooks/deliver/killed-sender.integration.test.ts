import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eventually } from '@gridloom/testkit/eventually'
import { createProcesses } from '@gridloom/testkit/processes'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startReceiver } from '../../../../test/receiver.ts'
import { withWebhooks } from '../../../../test/webhooks.ts'

it('sends an event again after a kill amid the answer, with the same id, and not again after that', {
  timeout: 120_000,
}, async () => {
  await using site = await setup()
  await site.processes.startServer()
  await site.receiver.arrived(1)
  await site.processes.kill('server')
  expect(await site.states()).toEqual(['waiting'])
  await site.endLease()
  await site.processes.startServer()
  await eventually(async () => expect(await site.states()).toEqual(['delivered']))
  await site.processes.kill('server')
  await site.processes.startServer()
  await site.untilIdle()
  const ids = site.receiver.requests.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

/** An event that is queued, and a receiver that never answers the first request. */
async function setup() {
  await using opened = new AsyncDisposableStack()
  const hooks = opened.use(await withWebhooks())
  const receiver = opened.use(await startReceiver())
  receiver.next(() => {})
  await hooks.create({ url: receiver.url })
  await hooks.running()
  await hooks.queue()
  // The test's clock is not that of the server.
  await sql`update webhook_deliveries set next_try_at = 'epoch'`.execute(hooks.db)
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-webhooks-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const environment = { DATABASE_URL: hooks.url, GRIDLOOM_WEBHOOK_PRIVATE: 'allow' }
  const processes = opened.use(await createProcesses(folder, {}, environment))
  const open = opened.move()
  return {
    receiver,
    processes,
    states: async () => (await hooks.deliveries()).map(({ state }) => state),
    endLease: () => sql`update webhook_deliveries set next_try_at = 'epoch'`.execute(hooks.db),
    /** Another event, which the restarted server sends: it has looked for what is due. */
    async untilIdle() {
      await hooks.create({ url: hooks.receiver.url, events: ['instance.ordered'] })
      await hooks.order()
      await hooks.queue()
      await sql`update webhook_deliveries set next_try_at = 'epoch' where kind = 'instance.ordered'`.execute(
        hooks.db,
      )
      await hooks.receiver.arrived(1)
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}
