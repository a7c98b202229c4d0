import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { agentPath } from '@gridloom/contract/agent/call'
import { snapshotCalls } from '@gridloom/contract/agent/snapshots-calls'
import type { AccountId, InstanceId, SnapshotId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { SnapshotOrder } from '@gridloom/contract/snapshots/snapshot'
import { anActor } from '@gridloom/testkit/actor'
import { startS3StandIn } from '@gridloom/testkit/s3-stand-in'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { keepEvents, keptEvents } from '../../../test/business-events.ts'
import { fakeGateway } from '../../../test/fake-gateway.ts'
import { accountIdOf, withInstances } from '../../../test/instances.ts'
import { addAddressee, addCompany } from '../../../test/mailed.ts'
import { readConfig } from '../../config.ts'
import { noFeatures } from '../../platform/all-features.ts'
import type { FileDriver } from '../../platform/files/files.ts'
import { localFiles } from '../../platform/files/local-files.ts'
import { diskReserve } from '../../platform/files/reserve.ts'
import { s3Files } from '../../platform/files/s3-files.ts'
import type { InstancesCtx } from '../instances/ctx.ts'
import { destroyInstance } from '../instances/destroy-instance.ts'
import { readBalance } from '../ledger/index.ts'
import { storageFeature } from '../storage/index.ts'
import { captureSnapshots } from './capture-snapshot.ts'
import { removeSnapshot } from './change-snapshot.ts'
import { chargeSnapshots } from './charge-snapshots.ts'
import { createSnapshot } from './create-snapshot.ts'
import type { SnapshotsCtx } from './ctx.ts'
import { deleteSnapshots } from './delete-snapshots.ts'
import { deliverSnapshots } from './deliver-snapshots.ts'
import { forgetSpools } from './forget-spools.ts'
import { orderFromSnapshot } from './order-from-snapshot.ts'
import { listSnapshots, readSnapshot } from './read-snapshots.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

describe('a snapshot', () => {
  it('tells its account when it is ready, and why it failed', async () => {
    await using site = await setup()
    await keepEvents(site.system, ['snapshot.ready', 'snapshot.failed'])
    const instance = await site.running()
    const ready = await site.stored(instance)
    const failed = await site.begin(instance)
    site.answerCapture(instance, failed, {
      phase: 'failed',
      problem: { code: 'disk_full', text: 'The disk is full.' },
    })
    await site.turn()
    const payload = { name: 'one', instance_id: instance }
    expect(await keptEvents(site.db)).toMatchObject([
      {
        topic: 'snapshot.ready',
        ...{ subject: ready, account: site.account },
        payload: { ...payload, failure: null, stored_bytes: site.storedBytes },
      },
      {
        topic: 'snapshot.failed',
        ...{ subject: failed, account: site.account },
        payload: { ...payload, failure: 'disk_full', stored_bytes: 0 },
      },
    ])
    expect(await site.notices()).toEqual([
      expect.stringMatching(
        /^The snapshot one of .* failed\. The machine has too little free disk/,
      ),
    ])
  })

  it('of a company is seen, charged and deleted as the company’s, not as its creator’s', async () => {
    await using site = await setup()
    const company = accountIdOf(await site.newAccount(50_000_000))
    const members = [{ id: site.account, role: 'owner' }]
    await addCompany(site.db, { id: company, members })
    const acting = site.as({ ...site.renter, actor: anActor(company, { userId: site.account }) })
    const id = await site.stored(await site.running({}, acting), acting)
    expect(await listSnapshots(acting, {})).toMatchObject([{ id, state: 'ready' }])
    expect(await listSnapshots(site.renter, {})).toEqual([])
    await expect(readSnapshot(site.renter, id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(removeSnapshot(site.renter, id)).rejects.toMatchObject({ code: 'not_found' })
    const [before, own] = [await site.available(company), await site.available(site.account)]
    await site.clock.advance(hourMs)
    await chargeSnapshots(site.renter)
    expect(await site.available(company)).toBeLessThan(before)
    expect(await site.available(site.account)).toBe(own)
    await removeSnapshot(acting, id)
    await site.turn()
    expect(await listSnapshots(acting, {})).toEqual([])
  })

  it('counts in the spend rate of its account while it is charged', async () => {
    await using site = await setup()
    const rate = () => storageFeature.spendRate?.(site.db, site.account)
    expect(await rate()).toEqual({ fromBalance: 0, fromHolds: 0 })
    const id = await site.stored(await site.running())
    const perHour = Math.round((site.storedBytes / 1e9) * (microUsdPerGbMonth / 730))
    expect(await rate()).toEqual({ fromBalance: perHour, fromHolds: 0 })
    await removeSnapshot(site.renter, id)
    await site.turn()
    expect(await rate()).toEqual({ fromBalance: 0, fromHolds: 0 })
  })
})

describe('a snapshot that an instance is restored from', () => {
  it('is not deleted before the instance is ready', async () => {
    await using site = await setup()
    const source = await site.running()
    const id = await site.stored(source)
    const restored = await site.restore(id)
    const inUse = { code: 'snapshot_in_use' }
    await expect(removeSnapshot(site.renter, id)).rejects.toMatchObject(inUse)
    await site.heartbeat([site.report(source), site.report(restored, { ready: true })])
    await removeSnapshot(site.renter, id)
    await site.turn()
    expect(await listSnapshots(site.renter, {})).toEqual([])
  })

  it('is not deleted for want of funds before that, and then is', async () => {
    await using site = await setup()
    const id = await site.stored(await site.running())
    const restored = await site.restore(id)
    await site.spend(await site.available(site.account))
    await site.clock.advance(hourMs)
    await chargeSnapshots(site.renter)
    await site.clock.jump(8 * dayMs)
    await chargeSnapshots(site.renter)
    expect(await readSnapshot(site.renter, id)).toMatchObject({ state: 'ready' })
    await destroyInstance(site.renter, restored)
    await site.clock.advance(hourMs)
    await chargeSnapshots(site.renter)
    expect(await readSnapshot(site.renter, id)).toMatchObject({ state: 'deleting' })
  })
})

describe('the files of a snapshot', () => {
  it('are kept in a bucket, sent to the machine of a new instance, and deleted with it', async () => {
    await using site = await setup('bucket')
    const id = await site.stored(await site.running())
    const objects = [...(site.objects?.values() ?? [])].map(sha256)
    expect(objects.sort()).toEqual(site.pieces.map(sha256).sort())
    const restored = await site.restore(id)
    await site.turn()
    expect(site.sent(id)?.equals(Buffer.concat(site.pieces))).toBe(true)
    await destroyInstance(site.renter, restored)
    await removeSnapshot(site.renter, id)
    await site.turn()
    expect(site.objects?.size).toBe(0)
  })

  it('are not deleted by the removal of what an earlier try has left', async () => {
    await using site = await setup()
    const id = await site.begin(await site.running())
    site.files.put = async () => {
      throw new TypeError('the server is killed')
    }
    await site.turn()
    await site.clock.advance(2 * hourMs)
    Object.assign(site.files, { put: site.driver.put })
    // A second try comes between the list of due removals and the first of them.
    site.files.remove = async (key) => {
      Object.assign(site.files, { remove: site.driver.remove })
      await captureSnapshots(site.renter)
      await site.settle()
      await site.driver.remove(key)
    }
    await deleteSnapshots(site.renter)
    expect(await readSnapshot(site.renter, id)).toMatchObject({ state: 'ready' })
    expect(await site.missing()).toEqual([])
  })

  it('are forgotten by a machine that was away when the snapshot was deleted, once', async () => {
    await using site = await setup()
    const id = await site.begin(await site.running())
    site.agents.connections.delete(site.machineId)
    await removeSnapshot(site.renter, id)
    await site.turn()
    expect(await listSnapshots(site.renter, {})).toEqual([])
    expect(site.forgotten(id)).toBe(0)
    site.agents.connections.add(site.machineId)
    site.agents.answer(site.forgetPath(id), () => {
      throw new Refused('machine_offline')
    })
    await site.turn()
    site.agents.answer(site.forgetPath(id), () => null)
    await site.turn()
    await site.turn()
    expect(site.forgotten(id)).toBe(2)
  })
})

/** So dear that a few thousand bytes cost something in an hour. */
const microUsdPerGbMonth = 1_000_000_000_000

/** A machine that captures the same two pieces for each snapshot, and a renter with a store for them. */
async function setup(store: 'folder' | 'bucket' = 'folder') {
  const opened = new AsyncDisposableStack()
  const fixture = opened.use(
    await withInstances({
      ...{ hardware: { snapshots: true }, cpuSlots: 4, creditMicroUsd: 50_000_000 },
    }),
  )
  const { agents, clock, db } = fixture
  /** The connections for transfers: what they carry is answered on no other. */
  const bulk = fakeGateway()
  bulk.connections.add(fixture.machineId)
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-snapshots-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const bucket = store === 'bucket' ? opened.use(await startS3StandIn()) : undefined
  const driver = await openDriver({ url: bucket?.url, folder, fixture })
  const files = { ...driver, reserve: plenty }
  const working = new Set<Promise<void>>()
  const { signal } = new AbortController()
  const snapshotTransfers: SnapshotsCtx['snapshotTransfers'] = {
    start: (_key, work) => {
      // @NOTE the loops log failures and go on
      working.add(work(signal).catch(() => undefined))
    },
    [Symbol.asyncDispose]: async () => {},
  }
  const as = (ctx: InstancesCtx): SnapshotsCtx => ({
    ...ctx,
    ...{ files, snapshotTransfers, snapshotMicroUsdPerGbMonth: microUsdPerGbMonth },
    bulkAgents: bulk,
  })
  const renter = as(fixture.renter)
  const account = accountIdOf(renter)
  await addAddressee(db, { id: account, email: 'ada@example.com' })
  const raw = [randomBytes(1_000), randomBytes(2_000)]
  const pieces = raw.map((bytes) => zstdCompressSync(bytes))
  const hashes = pieces.map(sha256)
  const settle = async () => {
    while (working.size > 0) {
      const now = [...working]
      working.clear()
      await Promise.all(now)
    }
  }
  const forgetPath = (snapshot: SnapshotId) => agentPath(snapshotCalls.forget, { snapshot })
  const callsTo = (where: string) => agents.called.filter((call) => call.path === where)
  const answerCapture = (id: InstanceId, snapshot: SnapshotId, state: object) => {
    const captured = { raw_bytes: 3_000, paused_ms: 10, problem: null, ...state }
    agents.answer(agentPath(snapshotCalls.capture, { id, snapshot }), () => captured)
  }
  const answerAll = (id: InstanceId, snapshot: SnapshotId) => {
    answerCapture(id, snapshot, { phase: 'captured' })
    agents.answer(forgetPath(snapshot), () => null)
    const layer = {
      diff_id: sha256(Buffer.concat(raw)),
      raw_bytes: 3_000,
      pieces: pieces.map((bytes, at) => ({
        ...{ sha256: hashes[at], bytes: bytes.length, raw_bytes: raw[at]?.length },
      })),
    }
    const base = { image: 'gridloom/base:latest', architecture: 'x64', base_diff_ids: [] }
    const manifest = Buffer.from(JSON.stringify({ ...base, config: {}, layers: [layer] }))
    bulk.answer(agentPath(snapshotCalls.readManifest, { snapshot }), () => manifest)
    for (const [at, piece] of hashes.entries())
      bulk.answer(agentPath(snapshotCalls.readPiece, { snapshot, piece }), () => pieces[at])
    bulk.answer(agentPath(snapshotCalls.restore, { snapshot }), () => ({
      ...{ received: 0, loaded: false },
    }))
    const received = { received: pieces.length, loaded: false }
    bulk.answer(agentPath(snapshotCalls.sendPieces, { snapshot }), () => received)
  }
  /** One turn of each loop. */
  const turn = async () => {
    for (const loop of [captureSnapshots, deliverSnapshots, deleteSnapshots, forgetSpools]) {
      await loop(renter)
      await settle()
    }
  }
  const begin = async (instanceId: InstanceId, by: SnapshotsCtx = renter) => {
    const { id } = await createSnapshot(by, { instanceId, name: 'one' })
    answerAll(instanceId, id)
    return id
  }
  return {
    ...fixture,
    ...{ renter, account, as, files, driver, pieces, begin, turn, settle, forgetPath },
    ...{ answerCapture, newAccount: fixture.account, objects: bucket?.objects },
    storedBytes: pieces.reduce((sum, { length }) => sum + length, 0),
    async stored(instanceId: InstanceId, by: SnapshotsCtx = renter) {
      const id = await begin(instanceId, by)
      await turn()
      expect(await readSnapshot(by, id)).toMatchObject({ state: 'ready', failure: null })
      return id
    },
    async restore(id: SnapshotId): Promise<InstanceId> {
      const { id: offer_id } = await fixture.offerOf(fixture.machineId)
      const order = SnapshotOrder.parse({ offer_id, disk_gb: 1 })
      return (await orderFromSnapshot(renter, { ...order, id }, undefined)).id
    },
    /** The bytes that the machine has received of a snapshot. */
    sent(snapshot: SnapshotId): Buffer | undefined {
      const sent = agentPath(snapshotCalls.sendPieces, { snapshot })
      const body = bulk.called.findLast((call) => call.path === sent)?.body
      return body instanceof Buffer ? body : undefined
    },
    forgotten: (snapshot: SnapshotId) => callsTo(forgetPath(snapshot)).length,
    /** The pieces whose files are not there. */
    async missing(): Promise<string[]> {
      const { rows } = await sql<{
        file_key: string
      }>`select file_key from snapshot_pieces`.execute(db)
      expect(rows).toHaveLength(pieces.length)
      const sizes = await Promise.all(rows.map(({ file_key }) => driver.size(file_key)))
      return rows.flatMap(({ file_key }, at) => (sizes[at] === undefined ? file_key : []))
    },
    async available(of: AccountId): Promise<number> {
      return (await readBalance({ db, clock }, of, noFeatures)).available_micro_usd
    },
    async notices() {
      const { rows } = await sql<{ text: string }>`select text from notices order by at`.execute(db)
      return rows.map(({ text }) => text)
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

const plenty = diskReserve(async () => ({ freeBytes: 1e12, totalBytes: 1e12 }))

async function openDriver({
  url,
  folder,
  fixture: { clock, system },
}: {
  url: string | undefined
  folder: string
  fixture: Awaited<ReturnType<typeof withInstances>>
}): Promise<FileDriver> {
  const scratchFolder = path.join(folder, 'scratch')
  const { ids } = system
  if (url === undefined)
    return localFiles({ folder: path.join(folder, 'files'), scratchFolder, ids, clock })
  const { s3: place } = readConfig({ S3_URL: url }, [])
  if (place === undefined) throw new RangeError('the address names a bucket')
  return s3Files({ place, scratchFolder, clock })
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
