import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PortsSite, startPortsSite } from './ports-site.ts'

const range = { first: 20_500, last: 20_501 }
const minuteMs = 60_000

let site: PortsSite
beforeAll(async () => {
  site = await startPortsSite({ clock: 'fake', config: { tcpRange: range } })
})
afterAll(() => site[Symbol.asyncDispose]())

const open = (port: number, allowed: string[] = []) =>
  site.product.renter.ports.openTcp({ params: { id: site.id, port }, body: { allowed } })
const close = (port: number) =>
  site.product.renter.ports.closeTcp({ params: { id: site.id, port } })

it('a declared port has a public TCP port once its owner asks for one, and the same one since', async () => {
  const { renter } = site.product
  expect((await renter.system.config()).tcp_host).toBe('localhost')
  const params = { id: site.id }
  expect((await renter.ports.list({ params })).map(({ tcp }) => tcp)).toEqual([null, null])
  const tcp = { host: 'localhost', port: 20_500, allowed: [] }
  expect((await open(8080)).tcp).toEqual(tcp)
  const allowed = ['203.0.113.0/24', '2001:db8::/32']
  expect((await open(8080, allowed)).tcp).toEqual({ ...tcp, allowed })
  expect((await renter.ports.list({ params })).map((one) => one.tcp)).toEqual([
    { ...tcp, allowed },
    null,
  ])
  // Other changes of the port keep it.
  expect((await site.change('public')).tcp).toEqual({ ...tcp, allowed })
})

it('only networks in CIDR notation are taken, 32 at most', async () => {
  for (const wrong of ['203.0.113.7', '203.0.113.0/33', '10.0.0/8', 'example.net', '::/129', '/8'])
    await expect(open(8080, [wrong]), wrong).rejects.toMatchObject({ code: 'invalid_input' })
  const many = Array.from({ length: 33 }, (_, at) => `10.0.${at}.0/24`)
  await expect(open(8080, many)).rejects.toMatchObject({ code: 'invalid_input' })
  expect((await open(8080, many.slice(1))).tcp?.allowed).toHaveLength(32)
})

it('a port that is not declared has none, and a stranger’s does not exist', async () => {
  await expect(open(8081)).rejects.toMatchObject({ code: 'not_found' })
  await expect(close(9090)).rejects.toMatchObject({ code: 'not_found' })
  const stranger = await site.product.newcomer()
  const params = { id: site.id, port: 8080 }
  await expect(stranger.client.ports.openTcp({ params, body: {} })).rejects.toMatchObject({
    code: 'not_found',
  })
})

it('one that was given back waits ten minutes for its own instance, and then is anyone’s', async () => {
  expect((await open(8080)).tcp?.port).toBe(20_500)
  expect((await open(9090)).tcp?.port).toBe(20_501)
  const other = await another()
  await expect(other.open()).rejects.toMatchObject({ code: 'tcp_ports_exhausted', status: 503 })
  await close(9090)
  await expect(other.open()).rejects.toMatchObject({ code: 'tcp_ports_exhausted' })
  expect((await open(9090)).tcp?.port).toBe(20_501)
  await close(9090)
  await site.product.turn(9 * minuteMs)
  await expect(other.open()).rejects.toMatchObject({ code: 'tcp_ports_exhausted' })
  await site.product.turn(1 * minuteMs + 5_000)
  expect((await other.open()).tcp?.port).toBe(20_501)
  await expect(open(9090)).rejects.toMatchObject({ code: 'tcp_ports_exhausted' })
})

it('that of a destroyed instance is given back, and not to be opened', async () => {
  const { product, id } = site
  await product.renter.instances.destroy({ params: { id } })
  await product.untilInstance(id, ({ state }) => state === 'destroyed')
  await expect(open(8080)).rejects.toMatchObject({ code: 'state_conflict' })
  const other = await another()
  await expect(other.open()).rejects.toMatchObject({ code: 'tcp_ports_exhausted' })
  await product.turn(10 * minuteMs + 5_000)
  expect((await other.open()).tcp?.port).toBe(20_500)
})

/** A further instance of the renter's, on a machine of its own. */
async function another() {
  const machine = await site.product.addMachine()
  const { id: offer_id } = await site.product.offerOf(machine)
  const template = { image_path_with_tag: 'gridloom/base:latest', ports: [8080] }
  const { id } = await site.product.order({ offer_id, template })
  const params = { id, port: 8080 }
  return { open: () => site.product.renter.ports.openTcp({ params, body: {} }) }
}
