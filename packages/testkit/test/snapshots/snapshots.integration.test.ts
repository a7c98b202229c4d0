import type { InstanceId } from '@gridloom/contract/core/ids'
import type { Instance } from '@gridloom/contract/instances/instance'
import { checkLedger } from '@gridloom/server/features/ledger/index'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePorts } from '../../src/free-ports.ts'
import { type Product, startProduct } from '../../src/product.ts'
import type { ProductMachine } from '../../src/product-machine.ts'
import { execute } from '../using-instances.ts'

const image = 'gridloom/base:latest'
const startS = 60_000

describe('snapshots over two machines on Docker', () => {
  let product: Product
  let second: ProductMachine

  beforeAll(async () => {
    const config = { tcpRange: await freePorts(2) }
    product = await startProduct({ driver: 'docker', cpuSlots: 4, edge: 'on', config })
    second = await product.addMachine({ cpuSlots: 4 })
  }, startS)
  afterAll(() => product[Symbol.asyncDispose]())

  it(
    'moves an instance with its disk, label, settings, port addresses and TCP ports',
    async () => {
      const { renter } = product
      const { id } = await ready({ label: 'web', ports: [8080], env: { GREETING: 'hello' } })
      await run(id, 'echo kept > /root/kept; rm -f /etc/passwd')
      const before = await renter.ports.openTcp({ params: { id, port: 8080 }, body: {} })
      const stop = new AbortController()
      const announced = eventsUntil('snapshots', stop.signal)
      const offer = await product.offerOf(second)
      const begun = await renter.snapshots.move({
        params: { id },
        body: { offer_id: offer.id, disk_gb: 1 },
      })
      const both = [id, begun.new_instance_id].map((id) =>
        renter.instances.read({ params: { id } }),
      )
      for (const one of await Promise.all(both)) expect(one.moving).toBe(true)
      const moving = { code: 'instance_moving' }
      await expect(renter.instances.start({ params: { id } })).rejects.toMatchObject(moving)
      await expect(renter.instances.destroy({ params: { id } })).rejects.toMatchObject(moving)

      const ended = await product.until({
        read: () => renter.snapshots.readMove({ params: { id } }),
        satisfies: (move) => move?.state === 'done' || move?.state === 'failed',
      })
      expect(ended).toMatchObject({ id: begun.id, state: 'done', failure: null })
      expect(await announced).toBe('snapshots')
      stop.abort()
      const moved = await renter.instances.read({ params: { id: begun.new_instance_id } })
      expect(moved).toMatchObject({
        ...{ label: 'web', state: 'running', ready: true, machine_id: second.id, image },
        moving: false,
        env: { GREETING: 'hello' },
      })
      expect(await run(moved.id, 'cat /root/kept; test -e /etc/passwd || echo gone')).toBe(
        'kept\ngone\n',
      )
      const [after] = await renter.ports.list({ params: { id: moved.id } })
      expect(after).toEqual(before)
      expect(after?.tcp).not.toBeNull()
      await product.untilInstance(id, ({ state }) => state === 'destroyed')
      expect(await renter.snapshots.list({ query: {} })).toEqual([])
      await destroy(moved.id)
    },
    startS,
  )

  it(
    'starts instances from a snapshot, stores shared pieces once, and deletes all with the last',
    async () => {
      const { renter } = product
      const { id } = await ready({ label: 'source' })
      await run(id, 'head -c 5000000 /dev/urandom > /root/large; echo 1 > /root/n')
      const first = await snapshot(id, 'first')
      expect(first.stored_bytes).toBeGreaterThan(5_000_000)
      await run(id, 'echo 2 > /root/n')
      const second = await snapshot(id, 'second')
      const storage = await renter.snapshots.storage()
      expect(storage.stored_bytes).toBeLessThan(first.stored_bytes + 4_000_000)
      expect(storage.stored_bytes).toBeLessThan(first.stored_bytes + second.stored_bytes)
      await destroy(id)

      const offer = await product.offerOf(product.machine)
      const body = { offer_id: offer.id, disk_gb: 1, label: 'restored' }
      const { instance } = await renter.snapshots.order({ params: { id: first.id }, body })
      await product.untilInstance(instance.id, isSettled)
      expect(await run(instance.id, 'cat /root/n; wc -c < /root/large')).toBe('1\n5000000\n')
      await destroy(instance.id)

      const name = 'renamed'
      const renamed = await renter.snapshots.rename({ params: { id: first.id }, body: { name } })
      expect(renamed).toMatchObject({ id: first.id, name })
      await renter.snapshots.remove({ params: { id: first.id } })
      const left = await until(({ stored_bytes }) => stored_bytes < storage.stored_bytes)
      expect(left.stored_bytes).toBe(second.stored_bytes)
      await renter.snapshots.remove({ params: { id: second.id } })
      await until(({ stored_bytes }) => stored_bytes === 0)
      expect(await renter.snapshots.list({ query: {} })).toEqual([])
      await expect.poll(() => rowsOf('snapshot_removals'), { timeout: 10_000 }).toBe(0)
      expect(await rowsOf('snapshot_pieces')).toBe(0)
      expect(await checkLedger(product.server.container.db)).toMatchObject({ clean: true })
    },
    startS,
  )

  it(
    'leaves an instance where it was when the other machine goes away',
    async () => {
      const { renter } = product
      const { id } = await ready({ label: 'stays' })
      await run(id, 'echo here > /root/f')
      const offer = await product.offerOf(second)
      const body = { offer_id: offer.id, disk_gb: 1 }
      await second.killAgent()
      const { new_instance_id } = await renter.snapshots.move({ params: { id }, body })
      await product.untilInstance(id, ({ state }) => state === 'stopped')
      await renter.snapshots.cancelMove({ params: { id } })
      const back = await product.untilInstance(id, ({ ready }) => ready)
      expect(back.moving).toBe(false)
      expect(await run(id, 'cat /root/f')).toBe('here\n')
      expect(await renter.snapshots.readMove({ params: { id } })).toMatchObject({
        state: 'failed',
        failure: 'cancelled',
      })
      await second.startAgent()
      await product.untilInstance(new_instance_id, ({ state }) => state === 'destroyed')
      await destroy(id)
    },
    startS,
  )

  it(
    'finishes a move although server and agents are killed at any time',
    async () => {
      const { renter } = product
      const { id } = await ready({ label: 'chaos' })
      await run(id, 'head -c 20000000 /dev/urandom > /root/f; sha256sum /root/f > /root/sum')
      const offer = await product.offerOf(second)
      const body = { offer_id: offer.id, disk_gb: 1 }
      const begun = await renter.snapshots.move({ params: { id }, body })
      await product.machine.killAgent()
      await product.machine.startAgent()
      await moveIn(id, 'capturing')
      await product.machine.killAgent()
      await product.restartServer()
      await product.machine.startAgent()
      await moveIn(id, 'starting')
      await second.killAgent()
      await product.restartServer()
      await second.startAgent()
      const ended = await moveIn(id, 'done')
      expect(ended).toMatchObject({ new_instance_id: begun.new_instance_id })
      expect(await run(begun.new_instance_id, 'sha256sum -c /root/sum')).toContain('OK')
      const running = await renter.instances.list({ query: { state: 'running' } })
      expect(running.map((one) => one.id)).toEqual([begun.new_instance_id])
      await destroy(begun.new_instance_id)
    },
    2 * startS,
  )

  it('has written all of it to the audit log', async () => {
    const { entries } = await product.renter.audit.listOwn({ query: { page_size: 100 } })
    const actions = entries.flatMap(({ action }) => action.match(/^snapshots\.(.*)$/)?.[1] ?? [])
    const writes = ['cancelMove', 'create', 'move', 'order', 'remove', 'rename']
    expect([...new Set(actions)].sort()).toEqual(writes)
  })

  async function eventsUntil(wanted: string, signal: AbortSignal): Promise<string | undefined> {
    for await (const { event } of product.renter.system.events({ signal }))
      if (event === wanted) return event
    return undefined
  }

  async function ready({
    label,
    ports = [],
    env = {},
  }: {
    label: string
    ports?: number[]
    env?: Record<string, string>
  }): Promise<Instance> {
    const template = { image_path_with_tag: image, ports, env }
    const { id } = await product.order({ label, template })
    return product.untilInstance(id, isSettled)
  }

  async function run(id: InstanceId, command: string): Promise<string> {
    const { stdout, stderr } = await execute(product.renter, id, ['sh', '-c', command])
    return stdout + stderr
  }

  async function snapshot(id: InstanceId, name: string) {
    const { renter } = product
    const made = await renter.snapshots.create({ params: { id }, body: { name } })
    const ended = await product.until({
      read: () => renter.snapshots.read({ params: { id: made.id } }),
      satisfies: ({ state }) => state !== 'creating',
    })
    expect(ended).toMatchObject({ state: 'ready', failure: null, name })
    return ended
  }

  function until(satisfies: (storage: { stored_bytes: number }) => boolean) {
    return product.until({ read: () => product.renter.snapshots.storage(), satisfies })
  }

  function moveIn(id: InstanceId, state: string) {
    const order = ['stopping', 'capturing', 'starting', 'done', 'failed']
    return product.until({
      read: () => product.renter.snapshots.readMove({ params: { id } }),
      satisfies: (move) => order.indexOf(move?.state ?? '') >= order.indexOf(state),
    })
  }

  async function destroy(id: InstanceId): Promise<void> {
    await product.renter.instances.destroy({ params: { id } })
    await product.untilInstance(id, ({ state }) => state === 'destroyed')
  }

  async function rowsOf(table: 'snapshot_removals' | 'snapshot_pieces'): Promise<number> {
    const tables = product.server.container.db.withTables<FileTables>()
    return (await tables.selectFrom(table).select('file_key').execute()).length
  }
})

/** The tables that name files of snapshots. A type, not an interface, as Kysely requires. */
type FileTables = {
  snapshot_removals: { file_key: string }
  snapshot_pieces: { file_key: string }
}

function isSettled({ ready, state }: Instance): boolean {
  return ready || state === 'failed'
}
