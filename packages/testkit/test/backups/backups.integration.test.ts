import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { NewBackupPlan } from '@gridloom/contract/backups/backup'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { checkLedger } from '@gridloom/server/features/ledger/index'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, startProduct } from '../../src/product.ts'
import type { ProductMachine } from '../../src/product-machine.ts'
import { type S3StandIn, standInKeys, startS3StandIn } from '../../src/s3-stand-in.ts'
import { type SshClient, startSshClient } from '../../src/ssh-client.ts'
import { busybox, usingBackups } from './using-backups.ts'

const startS = 60_000

describe('backups over two machines on Docker', () => {
  let product: Product
  let second: ProductMachine
  const { underWay, endOf, aVolume, running, backUp, restore, remove, sh, listing, destroy } =
    usingBackups(() => product)

  beforeAll(async () => {
    product = await startProduct({ driver: 'docker', edge: 'on', toolbox: 'own', cpuSlots: 4 })
    second = await product.addMachine({ cpuSlots: 4, toolbox: 'own' })
    for (const machine of [product.machine, second])
      await product.until({
        read: async () => machine.logged.some(({ event }) => event === 'toolbox.updated'),
        satisfies: (hasToolbox) => hasToolbox,
      })
  }, startS)
  afterAll(() => product[Symbol.asyncDispose]())

  it(
    'bring every file back on another machine: bytes, owners, modes, links, times and names of any bytes',
    async () => {
      const { renter } = product
      const id = await running('source')
      await sh(
        id,
        `mkdir -p /data/sub/empty /data/.hidden; cd /data
        head -c 3000000 /dev/urandom > large; echo one > sub/one; chmod 640 sub/one; chown 1234:4321 sub/one
        chmod 2750 sub/empty; ln -s ../large sub/link; ln -s /nowhere broken; ln large hard
        touch "$(printf 'line\\nbreak')" "$(printf 'caf\\351')" "quote'\\"s" ./-dash; echo secret > .hidden/f
        touch -d '2001-02-03 04:05:06' sub/one; mkfifo pipe`,
      )
      const before = await listing(id)
      expect(before).toContain('./large')
      const { plan, password } = await renter.backups.create({ body: aPlan(id) })
      expect(password).toMatch(/^[\w-]{43}$/)
      const first = await backUp(plan.id)
      expect(first).toMatchObject({
        state: 'succeeded',
        failure: null,
        message: null,
        percent: 100,
      })
      expect(first.transferred_bytes).toBeGreaterThan(3_000_000)

      await sh(id, 'cd /data; rm -rf sub; echo changed > .hidden/f')
      const again = await backUp(plan.id)
      expect(again.state).toBe('succeeded')
      expect(again.transferred_bytes).toBeLessThan(20_000)
      const points = await renter.backups.points({ params: { id: plan.id } })
      expect(points).toHaveLength(2)
      await destroy(id)

      const target = await running('target', second)
      const point_id = points[1]?.id ?? ''
      const restored = await restore(plan.id, { point_id, instance_id: target, target: '/' })
      expect(restored).toMatchObject({ state: 'succeeded', failure: null })
      expect(await listing(target)).toBe(before)

      const body = { point_id, instance_id: target, target: '/', existing: 'refuse' } as const
      const refused = await restore(plan.id, body)
      expect(refused).toMatchObject({ state: 'failed', failure: 'target_not_empty' })
      await sh(target, 'echo mine > /data/.hidden/f; echo kept > /data/mine')
      const over = { ...body, existing: 'overwrite', include: '/data/.hidden' } as const
      expect(await restore(plan.id, over)).toMatchObject({ state: 'succeeded' })
      expect(await sh(target, 'cat /data/.hidden/f /data/mine')).toBe('secret\nkept\n')
      const below = { point_id: points[0]?.id ?? '', instance_id: target, target: '/back/here' }
      expect(await restore(plan.id, below)).toMatchObject({ state: 'succeeded' })
      expect(
        await sh(target, 'cat /back/here/data/.hidden/f; ls /back/here/data/sub || echo gone'),
      ).toBe('changed\ngone\n')
      await remove(plan.id)
      await destroy(target)
      expect(await checkLedger(product.server.container.db)).toMatchObject({ clean: true })
    },
    2 * startS,
  )

  it(
    'of a volume follow it from instance to instance, and bring it back wherever it is attached',
    async () => {
      const { renter } = product
      const volume = await aVolume('datasets')
      const one = await running('one', product.machine, [
        { volume_id: volume, path: '/data', mode: 'read_write' },
      ])
      const body = {
        ...{ name: 'volume', volume_id: volume, paths: ['/'], excludes: ['/sub/cache'] },
        retention: { last: 5, daily: 0, weekly: 0, monthly: 0 },
      }
      const { plan } = await renter.backups.create({ body })
      // Nothing is in it yet.
      expect(await backUp(plan.id)).toMatchObject({ failure: 'nothing_to_back_up' })
      await sh(one, 'mkdir -p /data/sub/cache; echo kept > /data/sub/f; echo x > /data/sub/cache/c')
      expect(await backUp(plan.id)).toMatchObject({ state: 'succeeded', files: 1 })
      await destroy(one)
      const params = { id: plan.id }
      const two = await running('two', product.machine, [
        { volume_id: volume, path: '/mnt/other', mode: 'read_write' },
      ])
      await sh(two, 'echo more > /mnt/other/g')
      expect(await backUp(plan.id)).toMatchObject({ state: 'succeeded', files: 2 })
      const point_id = (await renter.backups.points({ params }))[0]?.id ?? ''
      await sh(two, 'rm -r /mnt/other/sub /mnt/other/g')
      const back = { point_id, instance_id: two, target: '/' }
      expect(await restore(plan.id, back)).toMatchObject({ state: 'succeeded', failure: null })
      expect(await sh(two, 'cd /mnt/other; cat sub/f g; ls sub')).toBe('kept\nmore\nf\n')
      expect(await restore(plan.id, back)).toMatchObject({ failure: 'target_not_empty' })

      const only = { ...back, target: '/back', include: '/sub/f' }
      expect(await restore(plan.id, only)).toMatchObject({ state: 'succeeded' })
      expect(await sh(two, 'cat /back/sub/f; ls /back/sub')).toBe('kept\nf\n')
      const three = await running('three', second)
      const elsewhere = { ...back, instance_id: three }
      await expect(restore(plan.id, elsewhere)).rejects.toMatchObject({ code: 'volume_detached' })
      const beside = { ...elsewhere, target: '/restored' }
      expect(await restore(plan.id, beside)).toMatchObject({ state: 'succeeded' })
      expect(await sh(three, 'cd /restored; cat sub/f g')).toBe('kept\nmore\n')
      await remove(plan.id)
      await Promise.all([destroy(two), destroy(three)])
      await renter.volumes.remove({ params: { id: volume } })
    },
    2 * startS,
  )

  it(
    'end where the agent or the server is killed or somebody cancels, and the next one leaves nothing behind',
    async () => {
      const { renter } = product
      const id = await running('busy')
      await sh(id, 'mkdir /data; head -c 100000000 /dev/urandom > /data/large')
      const { plan } = await renter.backups.create({ body: aPlan(id) })
      const params = { id: plan.id }

      const cancelled = await underWay(plan.id)
      await renter.backups.cancel({ params: { ...params, run_id: cancelled } })
      await product.until({
        read: () => sh(id, `${busybox} ps | ${busybox} grep -c '[r]estic --no-cache' || true`),
        satisfies: (count) => count === '0\n',
      })

      const cut = await underWay(plan.id)
      await product.machine.killAgent()
      expect(await endOf(plan.id, cut)).toMatchObject({ state: 'failed' })
      await product.machine.startAgent()
      await product.untilInstance(id, ({ ready }) => ready)
      await renter.instances.stop({ params: { id } })
      await product.untilInstance(id, ({ state }) => state === 'stopped')
      const conflict = { code: 'state_conflict' }
      await expect(renter.backups.run({ params })).rejects.toMatchObject(conflict)
      await renter.instances.start({ params: { id } })
      await product.untilInstance(id, ({ ready }) => ready)

      const killed = await underWay(plan.id)
      await product.restartServer()
      const { db } = product.server.container
      const long = new Date('2026-01-01T00:00:00Z')
      await db.withTables<RunTables>().updateTable('backup_runs').set({ alive_at: long }).execute()
      expect(await endOf(plan.id, killed)).toMatchObject({
        state: 'failed',
        failure: 'interrupted',
      })

      const done = await backUp(plan.id)
      expect(done).toMatchObject({ state: 'succeeded', bytes: 100_000_000 })
      const { stored_bytes } = await renter.backups.storage()
      expect(stored_bytes).toBeGreaterThan(100_000_000)
      expect(stored_bytes).toBeLessThan(110_000_000)
      await sh(id, 'rm -rf /data')
      const missing = await backUp(plan.id)
      expect(missing).toMatchObject({ state: 'failed', failure: 'path_missing' })
      const [point] = await renter.backups.points({ params })
      const full = { point_id: point?.id ?? '', instance_id: id, target: '/small' }
      await sh(id, 'head -c 950000000 /dev/zero > /filler 2>/dev/null || true')
      const restored = await restore(plan.id, full)
      expect(restored).toMatchObject({ state: 'failed', failure: 'disk_full' })
      await remove(plan.id)
      await destroy(id)
    },
    3 * startS,
  )

  it("are in a bucket of one's own, which the instance reaches by itself", async () => {
    const { renter } = product
    await using ssh = await startSshClient(product)
    await using bucket = await startS3StandIn()
    const id = await running('own')
    await sh(id, 'mkdir /data; echo unmistakable > /data/file')
    const password = 'correct horse battery'
    const destination = { ...bucketOf(bucket), prefix: 'folder/web' }
    const { plan } = await renter.backups.create({ body: aPlan(id, { destination, password }) })
    const failed = await backUp(plan.id)
    expect(failed).toMatchObject({ state: 'failed', failure: 'repository_unreachable' })
    expect(failed.message).toContain('127.0.0.1:9000')
    expect(JSON.stringify(failed)).not.toContain(standInKeys.secretAccessKey)
    expect(JSON.stringify(failed)).not.toContain(password)

    await using _reached = await reachableFrom('own', {
      ssh,
      port: Number(new URL(bucket.url).port),
    })
    expect(await backUp(plan.id)).toMatchObject({ state: 'succeeded', files: 1, bytes: 13 })
    const names = [...bucket.objects.keys()]
    expect(names.every((name) => name.startsWith('folder/web/'))).toBe(true)
    expect(names.some((name) => name.startsWith('folder/web/data/'))).toBe(true)
    expect([...bucket.objects.values()].some((bytes) => bytes.includes('unmistakable'))).toBe(false)
    const [point] = await renter.backups.points({ params: { id: plan.id } })
    await sh(id, 'rm -r /data')
    const wanted = { point_id: point?.id ?? '', instance_id: id, target: '/' }
    expect(await restore(plan.id, wanted)).toMatchObject({ state: 'succeeded' })
    expect(await sh(id, 'cat /data/file')).toBe('unmistakable\n')
    const stranger = await renter.backups.create({
      body: aPlan(id, { destination, password: 'another password' }),
    })
    expect(await backUp(stranger.plan.id)).toMatchObject({ failure: 'wrong_password' })
    expect((await renter.backups.storage()).stored_bytes).toBe(0)
    for (const one of [plan, stranger.plan]) await remove(one.id)
    await product.until({
      read: () => renter.backups.list({}),
      satisfies: (plans) => plans.length === 0,
    })
    expect([...bucket.objects.keys()]).toEqual(expect.arrayContaining(names.slice(0, 3)))
    await destroy(id)
  }, 120_000)

  /** Makes a port of this computer one of an instance, for as long as it is not disposed of. */
  async function reachableFrom(label: string, { ssh, port }: { ssh: SshClient; port: number }) {
    const forward = ['-R', `127.0.0.1:9000:127.0.0.1:${port}`, '-o', 'ExitOnForwardFailure=yes']
    const words = [...ssh.options, ...forward, '-l', label, '127.0.0.1', 'echo open; cat']
    const child = spawn('ssh', words, { stdio: 'pipe' })
    const exited = once(child, 'exit')
    await once(child.stdout, 'data')
    return {
      async [Symbol.asyncDispose]() {
        child.stdin.end()
        await exited
      },
    }
  }

  function aPlan(instance_id: InstanceId, changes: Partial<NewBackupPlan> = {}): NewBackupPlan {
    return {
      ...{ name: 'data', instance_id, paths: ['/data'], excludes: [], schedule: null },
      retention: { last: 5, daily: 0, weekly: 0, monthly: 0 },
      destination: { kind: 'gridloom' },
      ...changes,
    }
  }
})

/** A bucket as the instance sees it, by way of {@link reachableFrom}. */
function bucketOf({ url }: S3StandIn) {
  return {
    kind: 's3',
    endpoint: 'http://127.0.0.1:9000',
    bucket: 'bucket',
    region: new URL(url).searchParams.get('region') ?? '',
    access_key_id: standInKeys.accessKeyId,
    secret_access_key: standInKeys.secretAccessKey,
  } as const
}

/** The column that a test writes. A type, not an interface, as Kysely requires. */
type RunTables = { backup_runs: { alive_at: Date } }
