import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ownerOf } from '@gridloom/agent/host/owners'
import type { BackupPlanId, VolumeId } from '@gridloom/contract/core/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, startProduct } from '../../src/product.ts'
import type { ProductMachine } from '../../src/product-machine.ts'
import { usingBackups } from './using-backups.ts'

const startS = 60_000
const run = promisify(execFile)

describe('backups of volumes that no running instance has, on Docker', () => {
  let product: Product
  let second: ProductMachine
  const { underWay, endOf, aVolume, running, backUp, restore, remove, sh, destroy } = usingBackups(
    () => product,
  )

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
    'bring a volume that was lost back into a new one on another machine, without any instance',
    async () => {
      const { renter } = product
      const volume = await filled('lost', 'mkdir sub; echo kept > sub/f; chown 12:34 sub/f')
      const plan = await aPlan(volume)
      const made = await backUp(plan)
      expect(made).toMatchObject({
        ...{ state: 'succeeded', failure: null, message: null, files: 1 },
        ...{ instance_id: null, volume_id: volume, volume_name: 'lost' },
      })
      const again = await backUp(plan)
      expect(again).toMatchObject({ state: 'succeeded', volume_id: volume })
      expect(again.transferred_bytes).toBeLessThan(20_000)
      await untilNoHelper()
      await renter.volumes.remove({ params: { id: volume } })
      await expect(renter.backups.run({ params: { id: plan } })).rejects.toMatchObject({
        code: expect.stringMatching(/^(state_conflict|not_found)$/),
      })

      const target = await aVolume('found', second)
      const point_id = (await points(plan))[0]?.id ?? ''
      const into = { point_id, volume_id: target, target: '/' }
      expect(await restore(plan, into)).toMatchObject({
        ...{ state: 'succeeded', failure: null, volume_id: target, instance_id: null },
      })
      expect(await restore(plan, into)).toMatchObject({ failure: 'target_not_empty' })
      const only = { ...into, target: '/back/here', include: '/sub/f' }
      expect(await restore(plan, only)).toMatchObject({ state: 'succeeded' })
      const id = await running('reader', second, [
        { volume_id: target, path: '/data', mode: 'read_write' },
      ])
      const listed = await sh(
        id,
        'cd /data; cat sub/f back/here/sub/f; stat -c "%u %g" sub/f; ls -A',
      )
      expect(listed).toBe('kept\nkept\n12 34\nback\nsub\n')
      // Attached and running, it is used in its instance.
      await expect(restore(plan, into)).rejects.toMatchObject({ code: 'volume_attached' })
      await renter.instances.stop({ params: { id } })
      await product.untilInstance(id, ({ state }) => state === 'stopped')
      const over = { ...into, existing: 'overwrite' } as const
      expect(await restore(plan, over)).toMatchObject({ state: 'succeeded', volume_id: target })
      await remove(plan)
      await destroy(id)
      await renter.volumes.remove({ params: { id: target } })
    },
    2 * startS,
  )

  it(
    'run in a container without a network, that writes nothing, and is gone with the agent',
    async () => {
      const { renter, machine } = product
      const volume = await filled('large', 'head -c 50000000 /dev/urandom > large')
      const plan = await aPlan(volume)
      const other = await aPlan(volume)
      const cut = await underWay(plan)
      const [name = '', ...more] = await helpers()
      expect(more).toEqual([])
      const { stdout } = await run('docker', ['inspect', name])
      const [{ HostConfig: host, Mounts: mounts, State: state }] = JSON.parse(stdout)
      expect(host).toMatchObject({
        ...{ NetworkMode: 'none', ReadonlyRootfs: true, Privileged: false, PidsLimit: 64 },
        ...{ CapDrop: ['ALL'], Memory: 768 * 1024 ** 2, RestartPolicy: { Name: 'no' } },
      })
      expect(mounts).toEqual(
        expect.arrayContaining([expect.objectContaining({ Destination: '/volume', RW: false })]),
      )
      const inside = (script: string) => insideOf(state.Pid, script)
      expect(await inside('echo x > /volume/x 2>&1 || echo refused')).toContain('refused')
      expect(await inside('ls /sys/class/net')).toBe('lo\n')
      await machine.killAgent()
      expect(await helpers()).toEqual([])
      expect(await endOf(plan, cut)).toMatchObject({ state: 'failed' })

      // What one leaves that is killed at once.
      const signal = AbortSignal.timeout(30_000)
      const owner = ownerOf(machine.dataDir)
      const [toolbox = ''] = await machine.runtime.volumes.list('gridloom.toolbox_volume', signal)
      await machine.runtime.helpers.holdVolume(
        {
          ...{ name: `gridloom-volume-left-${owner}`, volume, path: '/volume', secondsMax: 600 },
          labels: { 'gridloom.agent': owner, 'gridloom.volume_session': 'left' },
          access: 'read_write',
          toolbox: { volume: toolbox },
        },
        signal,
      )
      expect(await helpers()).toHaveLength(1)
      await machine.startAgent()
      await untilNoHelper()
      // Two plans of one volume at once.
      for (const done of await Promise.all([backUp(plan), backUp(other)]))
        expect(done).toMatchObject({ state: 'succeeded', bytes: 50_000_000 })

      // Deleted in the midst: the volume goes, and what was stored before stays.
      const before = await points(other)
      const late = await restoring(other, await aVolume('target'))
      await renter.volumes.remove({ params: { id: late.volume } })
      expect(await endOf(other, late.run)).toMatchObject({
        ...{ state: 'failed', failure: 'volume_unavailable' },
      })
      await product.until({
        read: () => renter.volumes.list(),
        satisfies: (all) => all.every(({ id }) => id !== late.volume),
      })
      await untilNoHelper()
      expect(await points(other)).toEqual(before)
      await renter.backups.remove({ params: { id: other } })
      await remove(plan)
      await renter.volumes.remove({ params: { id: volume } })
    },
    3 * startS,
  )

  it(
    'are changed: a point goes, its space with the next one, and a new password opens what it is',
    async () => {
      const { renter } = product
      const volume = await filled('small', 'head -c 5000000 /dev/urandom > one')
      const plan = await aPlan(volume, 'the first password')
      const params = { id: plan }
      await backUp(plan)
      await attached(volume, 'rm one; echo two > two')
      await backUp(plan)
      const [newest, oldest] = await points(plan)
      await renter.backups.removePoint({ params: { ...params, point_id: oldest?.id ?? '' } })
      expect(await points(plan)).toEqual([newest])
      const stored = async () => (await renter.backups.storage()).stored_bytes
      expect(await stored()).toBeGreaterThan(5_000_000)
      expect(await backUp(plan)).toMatchObject({ state: 'succeeded' })
      expect(await stored()).toBeLessThan(100_000)

      const { password } = await renter.backups.changePassword({ params, body: {} })
      expect(password).toMatch(/^[\w-]{43}$/)
      expect(await backUp(plan)).toMatchObject({ state: 'succeeded', failure: null })
      const target = await aVolume('restored')
      const into = { point_id: newest?.id ?? '', volume_id: target, target: '/' }
      expect(await restore(plan, into)).toMatchObject({ state: 'succeeded' })
      expect(await attached(target, 'cat two')).toBe('two\n')

      // A volume that is full says so, and its instances find what was written.
      await attached(target, 'rm two; head -c 1100000000 /dev/zero > filler 2>/dev/null || true')
      expect(await restore(plan, into)).toMatchObject({ state: 'failed' })
      const over = { ...into, existing: 'overwrite' } as const
      expect(await restore(plan, over)).toMatchObject({ state: 'failed', failure: 'disk_full' })
      await remove(plan)
      for (const id of [volume, target]) await renter.volumes.remove({ params: { id } })
    },
    3 * startS,
  )

  /** A volume with these files, that no instance has. */
  async function filled(name: string, script: string): Promise<VolumeId> {
    const volume = await aVolume(name)
    await attached(volume, script)
    return volume
  }

  /** Runs a script in a volume, in an instance that is gone afterwards. */
  async function attached(volume: VolumeId, script: string): Promise<string> {
    const mount = { volume_id: volume, path: '/data', mode: 'read_write' } as const
    const id = await running('filler', product.machine, [mount])
    const said = await sh(id, `cd /data; ${script}`)
    await destroy(id)
    return said
  }

  async function aPlan(volume_id: VolumeId, password?: string): Promise<BackupPlanId> {
    const { plan } = await product.renter.backups.create({
      body: {
        ...{ name: 'volume', volume_id, paths: ['/'], excludes: [], schedule: null },
        retention: { last: 5, daily: 0, weekly: 0, monthly: 0 },
        ...(password === undefined ? {} : { password }),
      },
    })
    return plan.id
  }

  /** Begins a restore into a volume, and returns it once its container is there. */
  async function restoring(plan: BackupPlanId, volume: VolumeId) {
    const point_id = (await points(plan))[0]?.id ?? ''
    const body = { point_id, volume_id: volume, target: '/' }
    const { id } = await product.renter.backups.restore({ params: { id: plan }, body })
    await expect.poll(helpers, { timeout: 20_000 }).toHaveLength(1)
    return { run: id, volume }
  }

  function points(id: BackupPlanId) {
    return product.renter.backups.points({ params: { id } })
  }

  /** The names of the containers that have volumes of these machines and no instance. */
  async function helpers(): Promise<string[]> {
    const owners = [product.machine, second].map(({ dataDir }) => ownerOf(dataDir))
    const filters = ['--filter', 'label=gridloom.volume_session']
    const format = ['--format', '{{.Names}} {{.Label "gridloom.agent"}}']
    const { stdout } = await run('docker', ['ps', '--all', ...filters, ...format])
    return stdout
      .split('\n')
      .map((line) => line.split(' '))
      .flatMap(([name = '', owner = '']) => (owners.includes(owner) ? [name] : []))
  }

  /** A run has ended when its command has; the agent removes the container after that. */
  async function untilNoHelper(): Promise<void> {
    await expect.poll(helpers, { timeout: 20_000 }).toEqual([])
  }

  /** Runs a script in the namespaces and the root of a container's process, with all rights of the machine but those. */
  async function insideOf(pid: number, script: string): Promise<string> {
    const words = [
      '-t',
      String(pid),
      '-m',
      '-n',
      '-r',
      '/.gridloom/bin/busybox',
      'sh',
      '-c',
      script,
    ]
    const { stdout } = await run('nsenter', words)
    return stdout
  }
})
