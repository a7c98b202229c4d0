import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { NewBackupPlan } from '@gridloom/contract/backups/backup'
import type {
  AccountId,
  BackupPlanId,
  BackupRunId,
  InstanceId,
  VolumeId,
} from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertApiKey } from '../../../test/api-keys.ts'
import { accountIdOf, type InstancesFixture, withInstances } from '../../../test/instances.ts'
import { localFiles } from '../../platform/files/local-files.ts'
import { diskReserve } from '../../platform/files/reserve.ts'
import { withReserve } from '../../platform/files/with-reserve.ts'
import { createSecretSealer } from '../../platform/secret-sealer.ts'
import type { InstancesCtx } from '../instances/ctx.ts'
import { stopInstance } from '../instances/stop-instance.ts'
import { findStorage } from '../storage/index.ts'
import { advanceBackupRuns, deleteBackupPlans, queueDueBackups } from './advance-backups.ts'
import { cancelBackupRun } from './cancel-run.ts'
import { changeBackupPlan, removeBackupPlan } from './change-backup-plan.ts'
import { chargeBackups } from './charge-backups.ts'
import { createBackupPlan } from './create-backup-plan.ts'
import type { BackupsCtx } from './ctx.ts'
import { listBackupRuns, listBackups, readBackup } from './read-backups.ts'
import { openRepository, WrongHash } from './repository/repository.ts'
import { claimRun } from './runs-store.ts'
import { settleRun } from './settle-run.ts'
import { restoreBackup, runBackup } from './start-runs.ts'

const hourMs = 3_600_000
const never = new AbortController().signal

let fixture: InstancesFixture
let folder: string
let site: Awaited<ReturnType<typeof siteOf>>
let instanceId: InstanceId

beforeAll(async () => {
  fixture = await withInstances({ creditMicroUsd: 900_000_000, cpuSlots: 1 })
  const accountId = accountIdOf(fixture.renter)
  await insertApiKey(fixture.renter, { accountId, budgetMicroUsd: null })
  folder = await mkdtemp(path.join(tmpdir(), 'gridloom-backups-'))
  site = await siteOf(fixture, folder)
  instanceId = await fixture.running()
})
afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  site.reset()
  return () => site.removeAll()
})

describe('a backup plan', () => {
  it('runs at its times, once, however many replicas look', async () => {
    const { id } = await site.plan({ schedule: { time_zone: 'UTC', at: '0 3 * * *' } })
    const due = new Date((await readBackup(site.renter, id)).next_run_at ?? '')
    expect(due.getUTCHours()).toBe(3)
    await site.at(new Date(due.getTime() - 1_000))
    await queueDueBackups(site.system)
    expect(await listBackupRuns(site.renter, id)).toEqual([])
    await site.at(due)
    await Promise.all(Array.from({ length: 8 }, () => queueDueBackups(site.system)))
    await advanceBackupRuns(site.system)
    const [run, ...others] = await listBackupRuns(site.renter, id)
    expect(others).toEqual([])
    expect(run).toMatchObject({ kind: 'backup', trigger: 'schedule', state: 'queued' })
    expect(site.started).toEqual([run?.id])
    const next = new Date((await readBackup(site.renter, id)).next_run_at ?? '')
    expect(next.getTime() - due.getTime()).toBe(24 * hourMs)
    // One that is still open is not begun twice.
    await site.at(next)
    await queueDueBackups(site.system)
    expect(await listBackupRuns(site.renter, id)).toHaveLength(1)
  })

  it('fails as interrupted when its replica is killed, and the next one goes on', async () => {
    const { id } = await site.plan()
    const run = await runBackup(site.renter, id)
    await expect(runBackup(site.renter, id)).rejects.toMatchObject({ code: 'backup_running' })
    const lease = 'killed'
    await site.claim(run.id, lease)
    await site.pass(59_000)
    await advanceBackupRuns(site.system)
    expect(await listBackupRuns(site.renter, id)).toMatchObject([{ state: 'running' }])
    await site.pass(2_000)
    await advanceBackupRuns(site.system)
    expect(await listBackupRuns(site.renter, id)).toMatchObject([
      { state: 'failed', failure: 'interrupted' },
    ])
    // The killed one was only slow: what it says comes too late.
    await settleRun(
      site.system,
      { id: run.id, plan_id: id },
      { state: 'succeeded', failure: null, lease },
    )
    expect(await listBackupRuns(site.renter, id)).toMatchObject([{ state: 'failed' }])
    const next = await runBackup(site.renter, id)
    await site.claim(next.id, 'alive')
    await settleRun(
      site.system,
      { id: next.id, plan_id: id },
      { state: 'succeeded', failure: null, lease: 'alive' },
    )
    expect((await readBackup(site.renter, id)).last_success_at).not.toBeNull()
    expect(await site.notices(id)).toHaveLength(1)
  })

  it('is begun although more than a thousand of another account wait, which has few at once', async () => {
    const template = (await site.plan()).id
    await sql`insert into backup_plans (id, account_id, created_by, name, state, instance_id, instance_label, paths,
        excludes, retention, destination, sealed, created_at)
      select 'bkp_' || n, 'other', created_by, name, state, instance_id, instance_label, paths, excludes, retention,
        destination, sealed, created_at
      from backup_plans, generate_series(1, 1100) n where id = ${template}`.execute(fixture.db)
    await sql`insert into backup_runs (id, plan_id, account_id, kind, trigger, state, instance_id, instance_label, created_at)
      select 'bkr_' || id, id, account_id, 'backup', 'schedule', 'queued', instance_id, instance_label, created_at
      from backup_plans where account_id = 'other'`.execute(fixture.db)
    const { id } = await runBackup(site.renter, template)
    await advanceBackupRuns(site.system)
    expect(site.started).toHaveLength(5)
    expect(site.started).toContain(id)
    await sql`delete from backup_plans where account_id = 'other'`.execute(fixture.db)
  })

  it('of a volume runs in the instance that has it, and is skipped while none runs', async () => {
    const volumeId = await site.volume()
    const { id, ...made } = await site.plan({
      ...{ instance_id: undefined, volume_id: volumeId, paths: ['/'] },
      schedule: { time_zone: 'UTC', at: '0 3 * * *' },
    })
    expect(made).toMatchObject({ instance_id: null, volume_id: volumeId, volume_name: 'datasets' })
    await expect(runBackup(site.renter, id)).rejects.toMatchObject({ code: 'volume_detached' })
    await site.at(new Date((await readBackup(site.renter, id)).next_run_at ?? ''))
    await queueDueBackups(site.system)
    await advanceBackupRuns(site.system)
    expect(await listBackupRuns(site.renter, id)).toMatchObject([
      { state: 'skipped', failure: 'volume_not_attached', instance_id: null },
    ])
    expect(await site.notices(id)).toEqual([
      'The backup data of datasets was skipped. No running instance had the volume at the time.',
    ])
    await site.attach(volumeId, 'read_only')
    const run = await runBackup(site.renter, id)
    expect(run).toMatchObject({ state: 'queued', instance_id: instanceId })
    await site.claim(run.id, 'mine')
    const points = [{ plan_id: id, id: 'ab'.repeat(32), at: new Date(), files: 1, bytes: 1 }]
    const end = { state: 'succeeded', failure: null, points, lease: 'mine' } as const
    await settleRun(site.system, { id: run.id, plan_id: id }, end)
    // It could not be written to.
    const wanted = { point_id: 'ab'.repeat(32), instance_id: instanceId, include: null }
    const back = { ...wanted, id, existing: 'refuse' } as const
    await expect(restoreBackup(site.renter, { ...back, target: '/' })).rejects.toMatchObject({
      code: 'volume_detached',
    })
    const beside = await restoreBackup(site.renter, { ...back, target: '/back' })
    expect(beside).toMatchObject({ state: 'queued', instance_id: instanceId })
    await site.detach(volumeId)
  })

  it("is of one source: an instance, or a volume, and of nobody else's", async () => {
    const both = {
      name: 'x',
      paths: ['/'],
      instance_id: instanceId,
      volume_id: await site.volume(),
    }
    expect(NewBackupPlan.safeParse(both).success).toBe(false)
    expect(NewBackupPlan.safeParse({ name: 'x', paths: ['/'] }).success).toBe(false)
    await sql`update volumes set account_id = 'other'`.execute(fixture.db)
    const { volume_id } = both
    await expect(site.plan({ instance_id: undefined, volume_id })).rejects.toMatchObject({
      code: 'not_found',
    })
    await sql`delete from volumes`.execute(fixture.db)
  })

  it('ends as cancelled, and nothing revives it', async () => {
    const { id } = await site.plan()
    const run = await runBackup(site.renter, id)
    await site.claim(run.id, 'mine')
    const ids = { id, run_id: run.id }
    expect(await cancelBackupRun(site.renter, ids)).toMatchObject({ state: 'cancelled' })
    await expect(cancelBackupRun(site.renter, ids)).rejects.toMatchObject({
      code: 'state_conflict',
    })
    await settleRun(
      site.system,
      { id: run.id, plan_id: id },
      { state: 'succeeded', failure: null, lease: 'mine' },
    )
    expect(await listBackupRuns(site.renter, id)).toMatchObject([{ state: 'cancelled' }])
  })

  it('keeps its secrets sealed, and shows a made password once', async () => {
    const body = NewBackupPlan.parse({ name: 'a', instance_id: instanceId, paths: ['/data'] })
    const { plan, password } = await createBackupPlan(site.renter, body)
    expect(password).toMatch(/^[\w-]{43}$/)
    await site.pass(1_000)
    const given = { ...body, password: 'correct horse battery' }
    const second = await createBackupPlan(site.renter, given)
    expect(second.password).toBeNull()
    const { rows } = await sql<{
      row: string
    }>`select row_to_json(p)::text as row from backup_plans p`.execute(fixture.db)
    const stored = JSON.stringify([rows, await listBackups(site.renter)])
    for (const secret of [password ?? '', 'correct horse']) expect(stored).not.toContain(secret)
    expect(await listBackups(site.renter)).toMatchObject([{ id: second.plan.id }, { id: plan.id }])
  })

  it('refuses schedules that never happen or too often, and is unknown to others', async () => {
    for (const at of ['* * * * *', '0 0 31 2 *'])
      await expect(site.plan({ schedule: { time_zone: 'UTC', at } })).rejects.toMatchObject({
        code: 'invalid_input',
      })
    const { id } = await site.plan()
    const stranger = site.ctxOf(fixture.someone())
    const point = { point_id: 'ab12cd34', target: '/x', include: null, existing: 'refuse' } as const
    for (const asked of [
      () => readBackup(stranger, id),
      () => listBackupRuns(stranger, id),
      () => changeBackupPlan(stranger, { id, name: 'mine' }),
      () => removeBackupPlan(stranger, id),
      () => runBackup(stranger, id),
      () => restoreBackup(stranger, { id, instance_id: instanceId, ...point }),
      () => restoreBackup(site.renter, { id, instance_id: instanceId, ...point }),
      () =>
        createBackupPlan(
          stranger,
          NewBackupPlan.parse({ name: 'x', instance_id: instanceId, paths: ['/'] }),
        ),
    ])
      await expect(asked()).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a repository with us', () => {
  it('has what was stored whole, counts its bytes, and has nothing of what was not', async () => {
    const { id } = await site.plan()
    const { repository } = await site.writing(id)
    const bytes = Buffer.alloc(1_000, 7)
    const object = { kind: 'data', name: nameOf(bytes) } as const
    await repository.put(object, piecesOf(bytes), never)
    await repository.put(object, piecesOf(bytes), never)
    expect(await repository.size(object)).toBe(1_000)
    expect(await site.stored()).toBe(1_000)
    const wrong = { kind: 'data', name: nameOf(bytesOf('other')) } as const
    await expect(repository.put(wrong, piecesOf(bytes), never)).rejects.toThrow(WrongHash)
    await expect(repository.put(wrong, broken(), never)).rejects.toThrow('cut off')
    expect(await repository.size(wrong)).toBeUndefined()
    const [listed] = await Array.fromAsync(repository.list('data'))
    expect(listed).toEqual([{ name: object.name, size: 1_000 }])
    expect(await site.stored()).toBe(1_000)
    await sql`insert into backup_objects (plan_id, kind, name, state)
      select ${id}, 'index', lpad(n::text, 64, '0'), 'stored' from generate_series(1, 2500) n`.execute(
      fixture.db,
    )
    const parts = await Array.fromAsync(repository.list('index'))
    expect(new Set(parts.flat().map(({ name }) => name)).size).toBe(2_500)
    expect(Math.max(...parts.map((part) => part.length))).toBe(1_000)
    await sql`delete from backup_objects where kind = 'index'`.execute(fixture.db)
    const lock = { kind: 'locks', name: nameOf(bytesOf('lock')) } as const
    await repository.put(lock, piecesOf(bytesOf('lock')), never)
    await repository.tidy()
    expect(await repository.size(lock)).toBeUndefined()
    expect(await repository.size(object)).toBe(1_000)
    await repository.remove(object)
    expect(await site.stored()).toBe(0)
    expect(await site.files()).toEqual([])
  })

  it('takes and loses nothing more once its run was cancelled', async () => {
    const { id } = await site.plan()
    const { run, repository } = await site.writing(id)
    const bytes = bytesOf('one')
    const object = { kind: 'data', name: nameOf(bytes) } as const
    await repository.put(object, piecesOf(bytes), never)
    const late = { kind: 'snapshots', name: nameOf(bytesOf('late')) } as const
    async function* cancelling() {
      await cancelBackupRun(site.renter, { id, run_id: run.id })
      yield bytesOf('late')
    }
    const refused = { code: 'state_conflict' }
    await expect(repository.put(late, cancelling(), never)).rejects.toMatchObject(refused)
    await expect(repository.remove(object)).rejects.toMatchObject(refused)
    expect(await repository.size(late)).toBeUndefined()
    expect(await repository.size(object)).toBe(3)
    expect(await site.stored()).toBe(3)
  })

  it('takes nothing while the disk is full, nor beyond the quota of its account', async () => {
    const { id } = await site.plan()
    const { repository } = await site.writing(id)
    const bytes = bytesOf('x')
    const object = { kind: 'index', name: nameOf(bytes) } as const
    site.fill()
    await expect(repository.put(object, piecesOf(bytes), never)).rejects.toThrow(Refused)
    site.reset()
    await repository.put(object, piecesOf(bytes), never)
    const more = { kind: 'index', name: nameOf(bytesOf('y')) } as const
    const full = { code: 'storage_full' }
    const put = () => repository.put(more, piecesOf(bytesOf('y')), never)
    await sql`update backup_plans set stored_objects = 250000 where id = ${id}`.execute(fixture.db)
    await expect(put()).rejects.toMatchObject(full)
    await sql`update backup_plans set stored_objects = 1 where id = ${id}`.execute(fixture.db)
    await sql`update account_storage set stored_bytes = 2e12 where kind = 'backups'`.execute(
      fixture.db,
    )
    await expect(put()).rejects.toMatchObject(full)
  })

  it('is charged by the second, kept a week when funds run out, and then deleted with its files', async () => {
    const { id } = await site.plan()
    const own = await site.plan(site.s3)
    const bytes = Buffer.alloc(500, 1)
    await (await site.writing(id)).repository.put(
      { kind: 'data', name: nameOf(bytes) },
      piecesOf(bytes),
      never,
    )
    await sql`update backup_plans set stored_bytes = 100e9 where id = ${id}`.execute(fixture.db)
    await sql`update account_storage set stored_bytes = 100e9, owed_byte_s = 0, metered_at = ${fixture.clock.now()}
      where kind = 'backups'`.execute(fixture.db)
    const before = await site.available()
    await site.pass(10 * hourMs)
    await Promise.all([site.charge(), site.charge()])
    await site.charge()
    expect(before - (await site.available())).toBe(68_493)
    await site.spendAll()
    await site.pass(hourMs)
    await site.charge()
    await site.pass(6 * 24 * hourMs)
    await site.charge()
    expect(await listBackups(site.renter)).toHaveLength(2)
    await site.pass(2 * 24 * hourMs)
    await site.charge()
    // Its run was never ended.
    await advanceBackupRuns(site.system)
    await deleteBackupPlans(site.system)
    expect((await listBackups(site.renter)).map((plan) => plan.id)).toEqual([own.id])
    expect(await site.files()).toEqual([])
    expect(await site.stored()).toBe(0)
  })
})

// The last, as it stops the instance.
describe('a backup of a stopped instance', () => {
  it('is told once that the instance did not run, night after night, and is skipped', async () => {
    const other = { schedule: { time_zone: 'UTC', at: '0 3 * * *' } }
    const { id } = await site.plan(other)
    await stopInstance(fixture.renter, instanceId)
    await fixture.heartbeat([fixture.report(instanceId, { phase: 'stopped' })])
    for (let night = 0; night < 3; night++) {
      await site.at(new Date((await readBackup(site.renter, id)).next_run_at ?? ''))
      await queueDueBackups(site.system)
      await advanceBackupRuns(site.system)
    }
    const runs = await listBackupRuns(site.renter, id)
    expect(runs.map(({ state, failure }) => `${state} ${failure}`)).toEqual(
      Array.from({ length: 3 }, () => 'skipped instance_not_running'),
    )
    expect(await site.notices(id)).toEqual([expect.stringMatching(/was skipped.*did not run/)])
  })
})

function bytesOf(text: string): Buffer {
  return Buffer.from(text)
}

function nameOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes.subarray(0, 1)
  yield bytes.subarray(1)
}

async function* broken(): AsyncGenerator<Uint8Array> {
  yield bytesOf('half')
  throw new RangeError('cut off')
}

async function siteOf(at: InstancesFixture, dataFolder: string) {
  const { clock, system } = at
  const giB = 1024 ** 3
  let freeBytes = 50 * giB
  const started: BackupRunId[] = []
  const stored = path.join(dataFolder, 'files')
  const scratchFolder = path.join(dataFolder, 'scratch')
  const local = await localFiles({ folder: stored, scratchFolder, ids: system.ids, clock })
  const reserve = diskReserve(async () => ({ freeBytes, totalBytes: 100 * giB }))
  const ctxOf = (base: InstancesCtx): BackupsCtx => ({
    ...base,
    files: withReserve(local, reserve),
    backupMicroUsdPerGbMonth: 50_000,
    backupSecrets: createSecretSealer({ file: path.join(dataFolder, 'key') }),
    backupRuns: {
      // Named cast: the keys of this feature's work are ids of runs.
      start: (key) => void started.push(key as BackupRunId),
      [Symbol.asyncDispose]: async () => {},
    },
    bulkMachines: {
      reach: () => Promise.reject(new Refused('machine_offline')),
      take: () => {},
      [Symbol.dispose]: () => {},
    },
  })
  const renter = ctxOf(at.renter)
  const own = ctxOf(system)
  const accountId: AccountId = accountIdOf(at.renter)
  const storageOf = () => findStorage(at.db, { accountId, kind: 'backups' })
  return {
    renter,
    system: own,
    ctxOf,
    started,
    s3: {
      destination: {
        ...{ kind: 's3', endpoint: 'https://s3.example.com', bucket: 'bucket', prefix: '' },
        ...{ region: '', access_key_id: 'A', secret_access_key: 'B' },
      },
    },
    /** A volume of the renter, in no instance. */
    async volume(): Promise<VolumeId> {
      const id = own.ids.mint('volume')
      await sql`insert into volumes (id, account_id, created_by, name, state, machine_id, provider_account_id, size_gb,
          micro_usd_per_hour, created_at)
        select ${id}, ${accountId}, ${accountId}, 'datasets', 'ready', machine_id, ${accountId}, 1, 1, ${clock.now()}
        from instances where id = ${instanceId}`.execute(at.db)
      return id
    },
    attach: (id: VolumeId, mode: 'read_only' | 'read_write') =>
      sql`insert into volume_attachments (instance_id, volume_id, path, mode)
        values (${instanceId}, ${id}, '/data', ${mode})`.execute(at.db),
    async detach(id: VolumeId) {
      await sql`delete from volume_attachments where volume_id = ${id}`.execute(at.db)
      await sql`delete from volumes where id = ${id}`.execute(at.db)
    },
    async plan(changes: object = {}) {
      const body = { name: 'data', instance_id: instanceId, paths: ['/data'], ...changes }
      return (await createBackupPlan(renter, NewBackupPlan.parse(body))).plan
    },
    /** The repository of a plan, and the run that writes to it. */
    async writing(planId: BackupPlanId) {
      const { id } = await runBackup(renter, planId)
      const run = { id, lease: 'ours' }
      await own.transact((tx) => claimRun(tx, { ...run, now: clock.now() }))
      return { run, repository: openRepository(own, { accountId, planId, run }) }
    },
    at: (time: Date) => clock.jump(time.getTime() - clock.now().getTime()),
    pass: (ms: number) => clock.jump(ms),
    claim: (id: BackupRunId, lease: string) =>
      own.transact((tx) => claimRun(tx, { id, lease, now: clock.now() })),
    charge: () => chargeBackups(own),
    stored: async () => (await storageOf())?.stored_bytes ?? 0,
    async available() {
      const { rows } = await sql<{
        sum: number
      }>`select coalesce(sum(balance_micro_usd), 0)::bigint as sum
        from ledger_accounts where owner_account_id = ${accountId} and kind in ('available', 'welcome')`.execute(
        at.db,
      )
      return rows[0]?.sum ?? 0
    },
    async spendAll() {
      await at.spend(await this.available())
    },
    async notices(id: BackupPlanId): Promise<string[]> {
      const { rows } = await sql<{ text: string }>`select text from notices
        where key in (select 'backup_failed:' || id from backup_runs where plan_id = ${id}) order by at`.execute(
        at.db,
      )
      return rows.map(({ text }) => text)
    },
    files: async () =>
      (
        await readdir(path.join(stored, 'backups'), { recursive: true, withFileTypes: true }).catch(
          () => [],
        )
      )
        .filter((entry) => entry.isFile())
        .map(({ name }) => name),
    fill: () => {
      freeBytes = giB
    },
    reset: () => {
      freeBytes = 50 * giB
      started.length = 0
    },
    async removeAll() {
      for (const { id } of await listBackups(renter)) await removeBackupPlan(renter, id)
      await deleteBackupPlans(own)
      await sql`update account_storage set kept_until = null, stored_bytes = 0`.execute(at.db)
    },
  }
}
