import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PortsSite, startPortsSite } from './ports/ports-site.ts'

let site: PortsSite
beforeAll(async () => {
  site = await startPortsSite({ clock: 'fake' })
}, 120_000)
afterAll(() => site?.[Symbol.asyncDispose]())

it('counts a request to a port address, and an open command, as somebody who is connected', async () => {
  const { product, id } = site
  await product.turn(40_000)
  expect(await connectedAt()).toBeNull()
  await product.renter.ports.change({ params: { id, port: 8080 }, body: { access: 'public' } })
  expect(await site.visit(8080)).toMatchObject({ status: 200 })
  await product.turn(40_000)
  const visitedAt = await connectedAt()
  expect(visitedAt).toBeInstanceOf(Date)
  await product.turn(40_000)
  expect(await connectedAt()).toEqual(visitedAt)
  const body = { command: ['true'] }
  for await (const _ of product.renter.instances.exec({ params: { id }, body }));
  await product.turn(40_000)
  expect((await connectedAt())?.getTime()).toBeGreaterThan(visitedAt?.getTime() ?? 0)
})

it('announces the end of a run time, and stops the instance', async () => {
  const { product, id } = site
  const params = { id }
  await product.renter.instances.change({ params, body: { automation: { stop_after_s: 900 } } })
  await product.turn(9 * 60_000)
  const { events } = await product.renter.instances.events({ params, query: {} })
  expect(events.map(({ kind }) => kind)).toContain('stop_announced')
  await product.turn(5 * 60_000)
  const stopped = await product.untilInstance(id, ({ state }) => state === 'stopped')
  expect(stopped.reason).toMatchObject({ code: 'run_time_reached' })
})

/** A type, not an interface: tables are looked up by any name. */
type ConnectedTables = {
  instances: { id: string; connected_at: Date | null }
}

async function connectedAt(): Promise<Date | null> {
  const tables = site.product.server.container.db.withTables<ConnectedTables>()
  const row = await tables
    .selectFrom('instances')
    .select('connected_at')
    .where('id', '=', site.id)
    .executeTakeFirstOrThrow()
  return row.connected_at
}
