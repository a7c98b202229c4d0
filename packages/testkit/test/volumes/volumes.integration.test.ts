import type { InstanceId, VolumeId } from '@gridloom/contract/core/ids'
import type { Instance } from '@gridloom/contract/instances/instance'
import type { Offer } from '@gridloom/contract/market/offer'
import type { VolumeMode } from '@gridloom/contract/volumes/mount'
import type { Volume } from '@gridloom/contract/volumes/volume'
import { checkLedger } from '@gridloom/server/features/ledger/index'
import { diskReserved } from '@gridloom/server/features/market/rentals-store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, startProduct } from '../../src/product.ts'
import { execute } from '../using-instances.ts'

const startS = 60_000

describe('volumes over a machine on Docker', () => {
  let product: Product

  beforeAll(async () => {
    product = await startProduct({ driver: 'docker', cpuSlots: 4 })
  }, startS)
  afterAll(() => product[Symbol.asyncDispose]())

  it(
    'outlive the instances that write and read them, on a machine whose agent is killed meanwhile',
    async () => {
      const { renter } = product
      const stop = new AbortController()
      const announced = firstOf('volumes', stop.signal)
      const volume = await createdWhileKilled('models')
      expect(await announced).toBe('volumes')
      stop.abort()

      const writer = await ready(volume.id, 'read_write')
      await run(writer, 'head -c 5000000 /dev/urandom > /data/f; sha256sum /data/f > /data/sum')
      await expect(order(volume.id, 'read_only')).rejects.toMatchObject({ code: 'volume_in_use' })
      await product.machine.killAgent()
      await product.machine.startAgent()
      await product.untilInstance(writer, ({ ready }) => ready)
      await destroy(writer)

      const readers = await Promise.all([
        ready(volume.id, 'read_only'),
        ready(volume.id, 'read_only'),
      ])
      for (const id of readers) {
        expect(await run(id, 'sha256sum -c /data/sum; touch /data/x')).toMatch(
          /OK\n.*Read-only file system/s,
        )
      }
      await expect(order(volume.id, 'read_write')).rejects.toMatchObject({ code: 'volume_in_use' })
      await expect(removed(volume.id)).rejects.toMatchObject({ code: 'volume_in_use' })
      const shown = await renter.volumes.read({ params: { id: volume.id } })
      expect(shown.attachments.map(({ instance_id: id }) => id).sort()).toEqual(readers.toSorted())
      await Promise.all(readers.map(destroy))
    },
    2 * startS,
  )

  it(
    'stay when an instance is stopped and starts again, and are in no move',
    async () => {
      const { renter } = product
      const volume = await created('cache')
      const id = await ready(volume.id, 'read_write')
      await run(id, 'echo kept > /data/f')
      await renter.instances.stop({ params: { id } })
      await product.untilInstance(id, ({ state }) => state === 'stopped')
      await expect(order(volume.id, 'read_write')).rejects.toMatchObject({ code: 'volume_in_use' })
      const body = { offer_id: (await offer()).id, disk_gb: 1 }
      await expect(renter.snapshots.move({ params: { id }, body })).rejects.toMatchObject({
        code: 'volumes_attached',
      })
      await renter.instances.start({ params: { id } })
      await product.untilInstance(id, ({ ready }) => ready)
      expect(await run(id, 'cat /data/f')).toBe('kept\n')
      await destroy(id)
    },
    startS,
  )

  it('look unknown to strangers', async () => {
    const stranger = (await product.newcomer()).client
    const [volume] = await product.renter.volumes.list()
    const params = { id: volume?.id ?? '' }
    const unknown = { code: 'not_found' }
    await expect(stranger.volumes.read({ params })).rejects.toMatchObject(unknown)
    await expect(stranger.volumes.remove({ params })).rejects.toMatchObject(unknown)
    await expect(order(params.id, 'read_only', stranger)).rejects.toMatchObject(unknown)
    expect(await stranger.volumes.list()).toEqual([])
  })

  it(
    'are deleted from the machine with what they cost settled',
    async () => {
      const { renter } = product
      const { db } = product.server.container
      const volumes = await renter.volumes.list()
      // Not what the machine has free: the tests beside this one fill and empty the same disk.
      expect(await diskReserved(db, product.machine.id)).toBe(volumes.length)
      for (const { id } of volumes) await removed(id)
      await product.until({
        read: () => renter.volumes.list(),
        satisfies: (left) => left.length === 0,
      })
      const { volumeDisks } = product.machine.runtime
      expect(await volumeDisks.list(AbortSignal.timeout(10_000))).toEqual([])
      expect(await diskReserved(db, product.machine.id)).toBe(0)
      expect(await checkLedger(db)).toMatchObject({ clean: true })
      const { entries } = await renter.audit.listOwn({ query: { page_size: 100 } })
      const actions = entries.flatMap(({ action }) => action.match(/^volumes\.(.*)$/)?.[1] ?? [])
      expect([...new Set(actions)].sort()).toEqual(['create', 'remove'])
    },
    startS,
  )

  /** The offer of the machine, which is hidden for a moment after its agent starts. */
  async function offer(): Promise<Offer> {
    const { id } = product.machine
    const found = await product.until({
      read: () => product.renter.market.search({ query: { page_size: 100 } }),
      satisfies: ({ offers }) => offers.some(({ machine_id }) => machine_id === id),
    })
    const [own] = found.offers.filter(({ machine_id }) => machine_id === id)
    if (own === undefined) throw new RangeError('the search found it')
    return own
  }

  async function create(name: string): Promise<Volume> {
    const { id: offer_id } = await offer()
    return product.renter.volumes.create({ body: { name, offer_id, size_gb: 1 } })
  }

  function untilReady({ id }: Volume): Promise<Volume> {
    return product.until({
      read: () => product.renter.volumes.read({ params: { id } }),
      satisfies: ({ state }) => state === 'ready',
    })
  }

  async function created(name: string): Promise<Volume> {
    return untilReady(await create(name))
  }

  /** The agent is killed right after the order, and comes back. */
  async function createdWhileKilled(name: string): Promise<Volume> {
    const made = await create(name)
    await product.machine.killAgent()
    await product.machine.startAgent()
    return untilReady(made)
  }

  async function firstOf(wanted: string, signal: AbortSignal): Promise<string | undefined> {
    for await (const { event } of product.renter.system.events({ signal }))
      if (event === wanted) return event
    return undefined
  }

  async function order(
    id: VolumeId | string,
    mode: VolumeMode,
    as: Product['renter'] = product.renter,
  ): Promise<Instance> {
    const { id: offer_id } = await offer()
    const volumes = [{ volume_id: id, path: '/data', mode }]
    const template = { image_path_with_tag: 'gridloom/base:latest' }
    const body = { offer_id, disk_gb: 1, template, volumes }
    return (await as.instances.order({ body })).instance
  }

  async function ready(id: VolumeId, mode: VolumeMode): Promise<InstanceId> {
    const ordered = await order(id, mode)
    const settled = await product.untilInstance(
      ordered.id,
      ({ ready, state }) => ready || state === 'failed',
    )
    expect(settled).toMatchObject({ ready: true, reason: null })
    return settled.id
  }

  async function run(id: InstanceId, command: string): Promise<string> {
    const { stdout, stderr } = await execute(product.renter, id, ['sh', '-c', command])
    return stdout + stderr
  }

  async function destroy(id: InstanceId): Promise<void> {
    await product.renter.instances.destroy({ params: { id } })
    await product.untilInstance(id, ({ state }) => state === 'destroyed')
  }

  function removed(id: VolumeId | string): Promise<unknown> {
    return product.renter.volumes.remove({ params: { id } })
  }
})
