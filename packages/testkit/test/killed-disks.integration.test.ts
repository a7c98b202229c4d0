import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { InstanceId, SnapshotId } from '@gridloom/contract/core/ids'
import type { Instance } from '@gridloom/contract/instances/instance'
import type { Snapshot } from '@gridloom/contract/snapshots/snapshot'
import type { Volume } from '@gridloom/contract/volumes/volume'
import { checkLedger } from '@gridloom/server/features/ledger/index'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type KillableSite, startKillableSite } from '../src/killable-site.ts'
import { anOrder } from '../src/order.ts'
import { execute, expectAddsUp } from './using-instances.ts'

const run = promisify(execFile)
/** Some seconds each; a machine that runs much else takes longer. */
const testMsMax = 120_000
const waitMsMax = 60_000
/** A disk of this size is read, sent and unpacked for a good part of a second. */
const contentBytes = 100_000_000

describe('kill -9', { timeout: testMsMax }, () => {
  let site: KillableSite
  let source: InstanceId
  beforeAll(async () => {
    site = await startKillableSite()
    const { renter, offerId } = site
    const { instance } = await renter.instances.order({ body: anOrder(offerId) })
    source = (await settled(instance.id)).id
    const random = `head -c ${contentBytes} /dev/urandom > /root/f`
    await inside(source, `${random}; sha256sum /root/f > /root/sum`)
  }, testMsMax)
  afterAll(() => site[Symbol.asyncDispose]())
  beforeEach(({ onTestFailed }) => {
    onTestFailed(async () => void process.stderr.write(await site.processes.lastOutput()))
  })

  it('of the control plane that stores a snapshot resumes it, and no file is left', async () => {
    const { processes } = site
    const snapshot = await begun('server killed')
    await until(() => filesIn(join(processes.folder, 'files', 'snapshots')).length > 0)
    await processes.kill('server')
    await processes.startServer()
    expect(await ended(snapshot)).toMatchObject({ state: 'ready', failure: null })
    await expectStored()
  })

  it('of an agent that reads a disk lets the instance go on, and the snapshot is whole', async () => {
    const { processes } = site
    const snapshot = await begun('agent killed')
    await untilPaused(snapshot)
    await processes.kill('agent')
    expect(await isPaused()).toBe(true)
    await processes.startAgent()
    expect(await ended(snapshot)).toMatchObject({ state: 'ready', failure: null })
    expect(await inside(source, 'sha256sum -c /root/sum')).toBe('/root/f: OK\n')
    const [first, second] = await layersOfAll()
    expect(second).toEqual(first)
    await expectStored()
  })

  it('of an agent that receives and unpacks a snapshot begins no instance with half of it', async () => {
    const { processes, renter, offerId } = site
    const [snapshot] = await renter.snapshots.list({ query: {} })
    const params = { id: snapshot?.id ?? '' }
    const body = { offer_id: offerId, disk_gb: 1 }
    const { instance } = await renter.snapshots.order({ params, body })
    const pieces = join(processes.agentFolder, 'restores', params.id, 'pieces')
    await until(() => namesIn(pieces).length > 0)
    await processes.kill('agent')
    await processes.startAgent()
    // The engine unpacks layers in such a folder.
    await until(() => namesIn('/var/lib/docker/tmp').some((name) => /^docker-import/.test(name)))
    await processes.kill('agent')
    await processes.startAgent()
    const restored = await settled(instance.id)
    expect(await inside(restored.id, 'sha256sum -c /root/sum')).toBe('/root/f: OK\n')
    await destroyed(restored)
    const { stdout: images } = await run('docker', ['images', '--format', '{{.Tag}}'])
    expect(images).not.toContain(params.id)
    await expectStored()
  })

  it('of agent and control plane leaves nothing of a snapshot that is deleted meanwhile', async () => {
    const { processes, renter } = site
    const before = await renter.snapshots.storage()
    const snapshot = await begun('deleted')
    await untilPaused(snapshot)
    await processes.kill('server')
    await until(() => existsSync(join(spoolOf(snapshot.id), 'manifest.json')))
    await processes.kill('agent')
    await processes.startServer()
    await renter.snapshots.remove({ params: { id: snapshot.id } })
    await untilSaid(async () => (await renter.snapshots.list({ query: {} })).length === 2)
    expect(namesIn(spoolOf(snapshot.id))).toContain('manifest.json')
    await processes.startAgent()
    await expectStored()
    expect(await renter.snapshots.storage()).toEqual(before)
  })

  it('of an agent that creates a volume leaves one disk, or none, and charges only what is there', async () => {
    const { processes, renter } = site
    const kept = await createdHalf('kept')
    await processes.startAgent()
    await untilSaid(
      async () => (await renter.volumes.read({ params: { id: kept.id } })).state === 'ready',
    )
    expect(await disksOf(kept)).toEqual({ files: [`${kept.id}.ext4`], loops: 1, mounts: 1 })

    const given = await createdHalf('given-up')
    await renter.volumes.remove({ params: { id: given.id } })
    await processes.startAgent()
    await untilSaid(async () => (await renter.volumes.list()).length === 1)
    expect(await disksOf(given)).toEqual({ files: [], loops: 0, mounts: 0 })
    const charges = tables().selectFrom('volume_charges').where('volume_id', '=', given.id)
    expect(await charges.select('volume_id').execute()).toEqual([])

    await renter.volumes.remove({ params: { id: kept.id } })
    await untilSaid(async () => (await renter.volumes.list()).length === 0)
    expect(await disksOf(kept)).toEqual({ files: [], loops: 0, mounts: 0 })
    expect(await checkLedger(site.db)).toMatchObject({ clean: true })
  })

  /** Of what is on this machine: looked at so often that a process can be killed in the midst of it. */
  function until(isSo: () => boolean | Promise<boolean>): Promise<boolean> {
    return vi.waitUntil(isSo, { timeout: waitMsMax, interval: 2 })
  }

  /** Of what the server says, which publishes nothing while it starts again: the rate limits of callers are on. */
  function untilSaid(isSo: () => Promise<boolean>): Promise<boolean> {
    // @NOTE a server that starts again refuses connections for a while
    const asked = () => isSo().catch(() => false)
    return vi.waitUntil(asked, { timeout: waitMsMax, interval: 250 })
  }

  async function settled(id: InstanceId): Promise<Instance> {
    const { renter } = site
    const read = () => renter.instances.read({ params: { id } })
    await untilSaid(async () => {
      const { ready, state } = await read()
      return ready || state === 'failed'
    })
    const found = await read()
    expect(found).toMatchObject({ ready: true, reason: null })
    return found
  }

  async function inside(id: InstanceId, command: string): Promise<string> {
    const { stdout, stderr } = await execute(site.renter, id, ['sh', '-c', command])
    return stdout + stderr
  }

  function begun(name: string): Promise<Snapshot> {
    return site.renter.snapshots.create({ params: { id: source }, body: { name } })
  }

  async function ended({ id }: Snapshot): Promise<Snapshot> {
    const { renter } = site
    const read = () => renter.snapshots.read({ params: { id } })
    await untilSaid(async () => (await read()).state !== 'creating')
    return read()
  }

  function spoolOf(id: SnapshotId): string {
    return join(site.processes.agentFolder, 'snapshots', id)
  }

  /** Resolves when the machine has paused the instance for the snapshot. */
  async function untilPaused({ id }: Snapshot): Promise<void> {
    await until(() => existsSync(join(spoolOf(id), 'paused')))
    await until(isPaused)
  }

  async function isPaused(): Promise<boolean> {
    const words = ['inspect', '--format', '{{.State.Paused}}', `gridloom-${source}`]
    return (await run('docker', words)).stdout.trim() === 'true'
  }

  /** Charged for no second before it was ready, and to its end. */
  async function destroyed({ id, ready_at, charging }: Instance): Promise<void> {
    const { renter } = site
    expect(charging).toMatchObject({ since: ready_at })
    await renter.instances.destroy({ params: { id } })
    await untilSaid(async () => (await renter.instances.receipt({ params: { id } })).final)
    expectAddsUp(await renter.instances.receipt({ params: { id } }))
  }

  function tables() {
    return site.db.withTables<DiskTables>()
  }

  /** The layers of each snapshot, in their order. */
  async function layersOfAll(): Promise<string[][]> {
    const rows = await tables()
      .selectFrom('snapshot_members')
      .innerJoin('snapshot_layers', 'snapshot_layers.id', 'layer_id')
      .select(['snapshot_id', 'diff_id'])
      .orderBy('position')
      .execute()
    const bySnapshot = Map.groupBy(rows, ({ snapshot_id }) => snapshot_id)
    return [...bySnapshot.values()].map((layers) => layers.map(({ diff_id }) => diff_id))
  }

  /**
   * No file on the machine; in the store, the pieces of snapshots with the content that their names say, and no other
   * file once the removals that are planned for later are due; and what is charged is what is stored.
   */
  async function expectStored(): Promise<void> {
    const { agentFolder, folder } = site.processes
    const places = ['snapshots', 'restores'].map((name) => join(agentFolder, name))
    const onMachine = () => places.flatMap(namesIn)
    await expect.poll(onMachine, { timeout: waitMsMax }).toEqual([])
    await tables().updateTable('snapshot_removals').set({ after: new Date() }).execute()
    const rows = await tables().selectFrom('snapshot_pieces').selectAll().execute()
    const stored = () => filesIn(join(folder, 'files', 'snapshots')).length
    await expect.poll(stored, { timeout: waitMsMax }).toBe(rows.length)
    for (const { file_key, sha256 } of rows) {
      const bytes = await readFile(join(folder, 'files', file_key))
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    }
    const bytes = rows.reduce((sum, piece) => sum + piece.bytes, 0)
    expect((await site.renter.snapshots.storage()).stored_bytes).toBe(bytes)
    expect(await checkLedger(site.db)).toMatchObject({ clean: true })
  }

  /** The agent is killed while it formats the disk. */
  async function createdHalf(name: string): Promise<Volume> {
    const { processes, renter, offerId } = site
    const size_gb = 4
    // An agent that starts again has to report, and its space with it.
    await untilSaid(async () => {
      const { offers } = await renter.market.search()
      return offers.some(({ disk_free_gb: free }) => free >= size_gb)
    })
    const body = { name, offer_id: offerId, size_gb }
    const volume = await renter.volumes.create({ body })
    await until(() => namesIn(volumesFolder()).some((file) => file.includes('.new')))
    await processes.kill('agent')
    return volume
  }

  function volumesFolder(): string {
    return join('/var/lib/docker/gridloom-volumes', site.owner)
  }

  async function disksOf({ id }: Volume) {
    const [{ stdout: loops }, mounts] = await Promise.all([
      run('losetup', ['--list', '--noheadings', '--output', 'BACK-FILE']),
      readFile('/proc/mounts', 'utf8'),
    ])
    const lines = (text: string) => text.split('\n').filter((line) => line.includes(id)).length
    const files = namesIn(volumesFolder()).filter((file) => file.startsWith(id))
    return { files, loops: lines(loops), mounts: lines(mounts) }
  }
})

/** The tables that are looked at. A type, not an interface, as Kysely requires. */
type DiskTables = {
  snapshot_members: { snapshot_id: string; position: number; layer_id: string }
  snapshot_layers: { id: string; diff_id: string }
  snapshot_pieces: { sha256: string; bytes: number; file_key: string }
  snapshot_removals: { file_key: string; after: Date }
  volume_charges: { volume_id: string }
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}
