import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createKeyedLimiter } from '@gridloom/async/keyed-limiter'
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
import { recordedRepository } from '../../../test/recorded-repository.ts'
import { localFiles } from '../../platform/files/local-files.ts'
import { diskReserve } from '../../platform/files/reserve.ts'
import { withReserve } from '../../platform/files/with-reserve.ts'
import { createSecretSealer } from '../../platform/secret-sealer.ts'
import type { InstancesCtx } from '../instances/ctx.ts'
import { findInstance } from '../instances/index.ts'
import { stopInstance } from '../instances/stop-instance.ts'
import { findStorage } from '../storage/index.ts'
import { attachVolumes } from '../volumes/index.ts'
import { advanceBackupRuns, deleteBackupPlans, queueDueBackups } from './advance-backups.ts'
import { cancelBackupRun } from './cancel-run.ts'
import { changeBackupPlan, removeBackupPlan } from './change-backup-plan.ts'
import { changeBackupPassword } from './change-password.ts'
import { chargeBackups } from './charge-backups.ts'
import { createBackupPlan } from './create-backup-plan.ts'
import { type BackupsCtx, secretsOf } from './ctx.ts'
import { findPlan } from './plans-store.ts'
import { listBackupRuns, listBackups, listRecoveryPoints, readBackup } from './read-backups.ts'
import { removeRecoveryPoint } from './remove-point.ts'
import { openMasterKey } from './repository/key-file.ts'
import { openRepository, WrongHash } from './repository/repository.ts'
import type { RunSite } from './run-site.ts'
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
      'The backup data of datasets was skipped. No running instance had the volume at the time, and the agent of its machine is too old to use it without one.',
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

  it('of a volume that no running instance has runs on its machine, at most two there at once', async () => {
    await using volume = await site.usableVolume()
    const of = { instance_id: undefined, volume_id: volume.id, paths: ['/'] }
    const schedule = { time_zone: 'UTC', at: '0 3 * * *' }
    const plans = await Promise.all([1, 2, 3].map(() => site.plan({ ...of, schedule })))
    await site.at(new Date(plans[0]?.next_run_at ?? ''))
    await queueDueBackups(site.system)
    const runs = await Promise.all(plans.map(({ id }) => listBackupRuns(site.renter, id)))
    const place = { volume_id: volume.id, volume_name: 'datasets', instance_id: null }
    for (const run of runs.flat()) expect(run).toMatchObject({ ...place, state: 'queued' })
    await advanceBackupRuns(site.system)
    expect(site.started.toSorted()).toEqual(
      runs
        .flat()
        .map(({ id }) => id)
        .toSorted(),
    )
    const claimed = await Promise.all(
      runs.flat().map(({ id }) => site.claim(id, `lease ${id}`, volume.site)),
    )
    expect(claimed.filter((run) => run !== undefined)).toHaveLength(2)
  })

  it('in a bucket of its owner needs an instance for its volume, and is skipped without one', async () => {
    await using volume = await site.usableVolume()
    const of = { instance_id: undefined, volume_id: volume.id, paths: ['/'], ...site.s3 }
    const { id } = await site.plan({ ...of, schedule: { time_zone: 'UTC', at: '0 3 * * *' } })
    const refused = { code: 'bucket_needs_instance' }
    await expect(runBackup(site.renter, id)).rejects.toMatchObject(refused)
    await site.withPoint(id)
    const into = { ...aRestore, id, volume_id: volume.id }
    await expect(restoreBackup(site.renter, into)).rejects.toMatchObject(refused)
    await site.at(new Date((await readBackup(site.renter, id)).next_run_at ?? ''))
    await queueDueBackups(site.system)
    await advanceBackupRuns(site.system)
    expect(await listBackupRuns(site.renter, id)).toMatchObject([
      { state: 'skipped', failure: 'bucket_needs_instance' },
    ])
  })

  it('is restored into a volume of the account that no running instance has, which is then attached to none', async () => {
    await using volume = await site.usableVolume()
    const { id } = await site.plan()
    await site.withPoint(id)
    const into = { ...aRestore, id, volume_id: volume.id }
    await site.attach(volume.id, 'read_only')
    await expect(restoreBackup(site.renter, into)).rejects.toMatchObject({
      code: 'volume_attached',
      details: { name: 'datasets' },
    })
    await volume.detach()
    await volume.change({ account_id: 'other' })
    await expect(restoreBackup(site.renter, into)).rejects.toMatchObject({ code: 'not_found' })
    await volume.change({ account_id: accountIdOf(fixture.renter), state: 'failed' })
    await expect(restoreBackup(site.renter, into)).rejects.toMatchObject({ code: 'state_conflict' })
    await volume.change({ state: 'ready' })
    const run = await restoreBackup(site.renter, into)
    expect(run).toMatchObject({ kind: 'restore', volume_id: volume.id, instance_id: null })
    await expect(volume.order()).rejects.toMatchObject({ code: 'volume_restoring' })
    await cancelBackupRun(site.renter, { id, run_id: run.id })
    await volume.order()
  })

  it('fails where its volume is deleted before it begins', async () => {
    await using volume = await site.usableVolume()
    const of = { instance_id: undefined, volume_id: volume.id, paths: ['/'] }
    const { id } = await site.plan(of)
    await runBackup(site.renter, id)
    await volume.change({ state: 'deleting' })
    await advanceBackupRuns(site.system)
    expect(site.started).toEqual([])
    expect(await listBackupRuns(site.renter, id)).toMatchObject([
      { state: 'failed', failure: 'volume_unavailable' },
    ])
    await expect(runBackup(site.renter, id)).rejects.toMatchObject({ code: 'state_conflict' })
  })

  it('is one of at most four of its account at once, however many replicas claim', async () => {
    const plans = await Promise.all([1, 2, 3, 4, 5, 6].map(() => site.plan()))
    const runs = await Promise.all(plans.map(({ id }) => runBackup(site.renter, id)))
    const claims = runs.flatMap(({ id }) => [1, 2].map((n) => site.claim(id, `${id} ${n}`)))
    const claimed = (await Promise.all(claims)).flatMap((run) => run?.id ?? [])
    expect(new Set(claimed).size).toBe(4)
    expect(claimed).toHaveLength(4)
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

describe('a recovery point', () => {
  it('is deleted with its file, and the next backup is told to free its data', async () => {
    const { id } = await site.plan()
    const bytes = bytesOf('point')
    const point = nameOf(bytes)
    const { run, repository } = await site.writing(id)
    await repository.put({ kind: 'snapshots', name: point }, piecesOf(bytes), never)
    const other = { kind: 'snapshots', name: nameOf(bytesOf('other')) } as const
    await repository.put(other, piecesOf(bytesOf('other')), never)
    await site.withPoint(id, point)
    const wanted = { id, point_id: point }
    const running = { code: 'backup_running' }
    await expect(removeRecoveryPoint(site.renter, wanted)).rejects.toMatchObject(running)
    await cancelBackupRun(site.renter, { id, run_id: run.id })
    const stranger = site.ctxOf(fixture.someone())
    const unknown = { code: 'not_found' }
    await expect(removeRecoveryPoint(stranger, wanted)).rejects.toMatchObject(unknown)
    await removeRecoveryPoint(site.renter, wanted)
    await expect(removeRecoveryPoint(site.renter, wanted)).rejects.toMatchObject(unknown)
    expect(await listRecoveryPoints(site.renter, id)).toEqual([])
    expect(await site.files()).toEqual([other.name])
    expect(await site.stored()).toBe(5)
    expect((await findPlan(fixture.db, id))?.prune_due).toBe(true)
    const next = await runBackup(site.renter, id)
    await site.claim(next.id, 'mine')
    const end = { state: 'succeeded', failure: null, prune: 'done', lease: 'mine' } as const
    await settleRun(site.system, { id: next.id, plan_id: id }, end)
    expect((await findPlan(fixture.db, id))?.prune_due).toBe(false)
  })

  it('of which only the first digits are known is deleted too, and one in a bucket is left alone', async () => {
    const { id } = await site.plan()
    const bytes = bytesOf('point')
    const { run, repository } = await site.writing(id)
    await repository.put({ kind: 'snapshots', name: nameOf(bytes) }, piecesOf(bytes), never)
    await cancelBackupRun(site.renter, { id, run_id: run.id })
    const short = nameOf(bytes).slice(0, 8)
    await site.withPoint(id, short)
    await removeRecoveryPoint(site.renter, { id, point_id: short })
    expect(await site.files()).toEqual([])
    const own = await site.plan(site.s3)
    await site.withPoint(own.id, short)
    await expect(
      removeRecoveryPoint(site.renter, { id: own.id, point_id: short }),
    ).rejects.toMatchObject({ code: 'own_bucket' })
  })
})

describe('the password of a plan', () => {
  const { password, config, keyFile, masterKey } = recordedRepository

  it('is changed with the key of the repository, of which the old one is gone', async () => {
    const { id } = await site.plan({ password })
    await site.putRepository(id)
    const { password: made } = await changeBackupPassword(site.renter, { id })
    expect(made).toMatch(/^[\w-]{43}$/)
    const files = await site.keyFiles(id)
    expect(files).toHaveLength(1)
    const open = (text: string) => openMasterKey(files, { password: text, config })
    expect(JSON.parse(String(await open(made ?? '')))).toEqual(masterKey)
    expect(await open(password)).toBeUndefined()
    expect(await site.files()).toHaveLength(2)
    expect(await site.stored()).toBe(config.length + (files[0]?.length ?? 0))
    const given = { id, password: 'another password' }
    expect(await changeBackupPassword(site.renter, given)).toEqual({ password: null })
    const again = await site.keyFiles(id)
    expect(await openMasterKey(again, { ...given, config })).toBeDefined()
    const { rows } = await sql<{ row: string }>`
      select row_to_json(p)::text as row from backup_plans p`.execute(fixture.db)
    expect(JSON.stringify(rows)).not.toContain('another password')
  })

  it('opens the repository wherever its change is killed or meets a run or another change', async () => {
    const { id } = await site.plan({ password })
    await site.putRepository(id)
    const opens = async () => {
      const row = await findPlan(fixture.db, id)
      const { password: stored } = secretsOf(
        await site.renter.backupSecrets.open(row?.sealed ?? '', id),
      )
      return (await openMasterKey(await site.keyFiles(id), { password: stored, config }))?.length
    }
    const killed = { ...site.renter, transact: failingAfter(site.renter, 1) }
    const attempt = changeBackupPassword(killed, { id, password: 'lost on the way' })
    await expect(attempt).rejects.toThrow('killed')
    expect(await site.keyFiles(id)).toEqual([keyFile])
    expect(await opens()).toBeDefined()
    const late = { ...site.renter, transact: failingAfter(site.renter, 2) }
    await expect(changeBackupPassword(late, { id, password: 'just in time' })).rejects.toThrow(
      'killed',
    )
    expect(await opens()).toBeDefined()
    const both = await Promise.allSettled(
      ['one of two texts', 'other of two texts'].map((text) =>
        changeBackupPassword(site.renter, { id, password: text }),
      ),
    )
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await opens()).toBeDefined()
    // What was left of all of them is gone after the next run.
    const { run, repository } = await site.writing(id)
    await expect(changeBackupPassword(site.renter, { id })).rejects.toMatchObject({
      code: 'backup_running',
    })
    await repository.tidy()
    await cancelBackupRun(site.renter, { id, run_id: run.id })
    expect(await site.files()).toHaveLength(2)
    expect(await opens()).toBeDefined()
  })

  it('of a key that it does not open is not changed, and is unknown to others', async () => {
    const { id } = await site.plan({ password: 'not the right one' })
    await site.putRepository(id)
    await expect(changeBackupPassword(site.renter, { id })).rejects.toMatchObject({
      code: 'backup_key_unreadable',
    })
    const stranger = site.ctxOf(fixture.someone())
    await expect(changeBackupPassword(stranger, { id })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await site.keyFiles(id)).toEqual([keyFile])
  })

  it('is only stored before the first backup, and for a bucket of its owner', async () => {
    for (const plan of [await site.plan(), await site.plan(site.s3)]) {
      const given = { id: plan.id, password: 'stored password' }
      await changeBackupPassword(site.renter, given)
      const row = await findPlan(fixture.db, plan.id)
      const stored = secretsOf(await site.renter.backupSecrets.open(row?.sealed ?? '', plan.id))
      expect(stored.password).toBe('stored password')
      if (plan.destination.kind === 's3') expect(stored.secret_access_key).toBe('B')
    }
    const own = await site.plan(site.s3)
    await expect(changeBackupPassword(site.renter, { id: own.id })).rejects.toMatchObject({
      code: 'own_bucket',
    })
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

const aRestore = {
  point_id: 'ab'.repeat(32),
  target: '/',
  include: null,
  existing: 'refuse',
} as const

/** Transactions of a process that is killed after so many of them. */
function failingAfter(ctx: BackupsCtx, count: number): BackupsCtx['transact'] {
  let done = 0
  return async (work) => {
    if (done === count) throw new RangeError('killed')
    done += 1
    return ctx.transact(work)
  }
}

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
    backupKeys: createKeyedLimiter({ atOnce: 1 }),
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
  const inInstance = async (): Promise<RunSite> => {
    const found = await findInstance(at.db, instanceId)
    if (found === undefined) throw new Error('no instance')
    return { kind: 'instance', id: instanceId, machineId: found.machine_id }
  }
  const claim = async (run: { id: BackupRunId; lease: string }, where?: RunSite) => {
    const site = where ?? (await inInstance())
    return own.transact((tx) => claimRun(tx, { ...run, now: clock.now(), site }))
  }
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
    /** A volume of the renter, on a machine that can use it without an instance. */
    async usableVolume() {
      const id = await this.volume()
      const { machineId } = await inInstance()
      const able = (is: boolean) =>
        sql`update machines
        set hardware = hardware || jsonb_build_object('volume_sessions', ${is}::boolean)`.execute(
          at.db,
        )
      await able(true)
      const detach = () =>
        sql`delete from volume_attachments where volume_id = ${id}`.execute(at.db)
      return {
        id,
        site: { kind: 'volume', id, machineId } as const,
        detach,
        change: (row: { account_id?: string; state?: string }) =>
          sql`update volumes set account_id = coalesce(${row.account_id ?? null}, account_id),
            state = coalesce(${row.state ?? null}, state) where id = ${id}`.execute(at.db),
        order: () =>
          own.transact((tx) =>
            attachVolumes(renter, tx, {
              ...{ instanceId, accountId, machineId },
              mounts: [{ volume_id: id, path: '/x', mode: 'read_only' }],
            }),
          ),
        async [Symbol.asyncDispose]() {
          await able(false)
          await detach()
          await sql`delete from volumes where id = ${id}`.execute(at.db)
        },
      }
    },
    withPoint: (id: BackupPlanId, point: string = aRestore.point_id) =>
      sql`insert into backup_points (plan_id, id, at) values (${id}, ${point}, ${clock.now()})`.execute(
        at.db,
      ),
    /** Stores the recorded repository as that of a plan. */
    async putRepository(id: BackupPlanId) {
      const { run, repository } = await this.writing(id)
      const { config, keyFile } = recordedRepository
      await repository.put({ kind: 'config', name: 'config' }, piecesOf(config), never)
      const key = { kind: 'keys', name: nameOf(bytesOf(keyFile)) } as const
      await repository.put(key, piecesOf(bytesOf(keyFile)), never)
      await cancelBackupRun(renter, { id, run_id: run.id })
    },
    async keyFiles(planId: BackupPlanId): Promise<string[]> {
      const run = { id: own.ids.mint('backupRun'), lease: 'none' }
      const repository = openRepository(own, { accountId, planId, run })
      const keys = (await Array.fromAsync(repository.list('keys'))).flat()
      return Promise.all(
        keys.map(async ({ name }) =>
          String(
            Buffer.concat(
              await Array.fromAsync(repository.read({ kind: 'keys', name }, { start: 0 })),
            ),
          ),
        ),
      )
    },
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
      await claim(run)
      return { run, repository: openRepository(own, { accountId, planId, run }) }
    },
    at: (time: Date) => clock.jump(time.getTime() - clock.now().getTime()),
    pass: (ms: number) => clock.jump(ms),
    claim: (id: BackupRunId, lease: string, at?: RunSite) => claim({ id, lease }, at),
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
