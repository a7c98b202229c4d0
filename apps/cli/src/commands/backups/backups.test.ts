import { describe, expect, it } from 'vitest'
import { aWorld } from '../../../test/run-words.ts'
import { anInstance, idEndingIn } from '../../../test/samples.ts'

const at = '2026-11-27T09:00:00.000Z'
const run = {
  id: idEndingIn('bkr', 'rrrr1111'),
  plan_id: idEndingIn('bkp', 'pppp1111'),
  kind: 'backup',
  trigger: 'manual',
  state: 'succeeded',
  failure: null,
  message: null,
  instance_id: anInstance().id,
  instance_label: 'trial',
  volume_id: null,
  volume_name: null,
  restore: null,
  percent: 100,
  files: 12,
  bytes: 2_097_152,
  transferred_bytes: 1_024,
  point_id: 'ab12cd34',
  created_at: at,
  started_at: at,
  ended_at: at,
}
const plan = {
  id: run.plan_id,
  name: 'nightly',
  instance_id: anInstance().id,
  instance_label: 'trial',
  volume_id: null,
  volume_name: null,
  paths: ['/data'],
  excludes: [],
  schedule: { time_zone: 'UTC', at: '0 3 * * *' },
  retention: { last: 0, daily: 7, weekly: 4, monthly: 6 },
  destination: { kind: 'gridloom' },
  stored_bytes: 3_145_728,
  micro_usd_per_month: 150,
  next_run_at: at,
  last_run: { ...run, state: 'failed', failure: 'disk_full' },
  last_success_at: at,
  created_at: at,
}
const storage = {
  stored_bytes: 3_145_728,
  micro_usd_per_gb_month: 50_000,
  micro_usd_per_month: 150,
  kept_until: null,
}
const points = [
  { id: 'ab12cd34'.repeat(8), at, files: 12, bytes: 2_097_152 },
  { id: 'ef56ab78'.repeat(8), at, files: null, bytes: null },
]
const answers = {
  'backups.list': () => [plan],
  'backups.storage': () => storage,
  'backups.points': () => points,
  'instances.list': () => [anInstance()],
}

describe('backups', () => {
  it('lists plans with their last runs, and what can be restored', async () => {
    await using world = await aWorld({ answers })
    const { stdout } = await world.run('backups', 'list')
    for (const text of ['nightly', 'trial', 'failed (disk_full)', '3 MiB'])
      expect(stdout).toContain(text)
    expect((await world.run('backups', 'show', 'nightly')).stdout).toContain('ab12cd34')
  })

  it('creates a plan, and prints its password alone, once', async () => {
    const created = { plan, password: 'made-of-many-letters' }
    await using world = await aWorld({ answers: { ...answers, 'backups.create': () => created } })
    const words = ['backups', 'create', 'nightly', anInstance().label, '/data', '/root']
    const made = await world.run(...words, '--at', '0 3 * * *', '--exclude', '*.tmp')
    expect(made.stdout).toBe('made-of-many-letters\n')
    expect(made.stderr).toContain('Save this password now')
    const call = world.server.calls.find(({ name }) => name === 'backups.create')
    expect(call?.body).toMatchObject({
      ...{ name: 'nightly', paths: ['/data', '/root'], excludes: ['*.tmp'] },
      schedule: { at: '0 3 * * *', time_zone: 'UTC' },
      destination: { kind: 'gridloom' },
    })
    expect((await world.run(...words.slice(0, 4), 'data')).code).toBe(2)
  })

  it('creates a plan for a volume, all of it unless paths are named, and demands one source', async () => {
    const volume = { id: idEndingIn('vol', 'vvvv1111'), name: 'datasets' }
    const of = { instance_id: null, instance_label: null, volume_id: volume.id }
    const made = { ...plan, ...of, volume_name: 'datasets', paths: ['/'] }
    await using world = await aWorld({
      answers: {
        ...answers,
        'volumes.list': () => [volume],
        'backups.list': () => [made],
        'backups.create': () => ({ plan: made, password: null }),
      },
    })
    const words = ['backups', 'create', 'nightly', '--volume', 'datasets']
    expect((await world.run(...words)).code).toBe(0)
    expect((await world.run(...words, '/models', '/logs')).code).toBe(0)
    const bodies = world.server.calls.flatMap(({ name, body }) =>
      name === 'backups.create' ? [body] : [],
    )
    expect(bodies).toMatchObject([
      { volume_id: volume.id, paths: ['/'] },
      { volume_id: volume.id, paths: ['/models', '/logs'] },
    ])
    for (const body of bodies) expect(body).not.toHaveProperty('instance_id')
    for (const wrong of [[], [anInstance().label]])
      expect((await world.run('backups', 'create', 'nightly', ...wrong)).code).toBe(2)
    expect((await world.run('backups', 'list')).stdout).toContain('datasets')
  })

  it('reads the password and the secret of a bucket from files, never from its words', async () => {
    const created = { plan, password: null }
    const files = { pw: 'correct horse battery\n', key: 'secret/Key\n' }
    await using world = await aWorld({
      ...{ answers: { ...answers, 'backups.create': () => created }, files },
    })
    const words = ['backups', 'create', 'own', anInstance().label, '/data', '--password-file', 'pw']
    const place = ['--s3', 'https://s3.example.com/bucket/a/b', '--s3-key', 'AKIA']
    expect((await world.run(...words, ...place)).code).toBe(2)
    expect((await world.run(...words, ...place, '--s3-secret-file', 'key')).code).toBe(0)
    const call = world.server.calls.find(({ name }) => name === 'backups.create')
    expect(call?.body).toMatchObject({
      password: 'correct horse battery',
      destination: {
        ...{ kind: 's3', endpoint: 'https://s3.example.com', bucket: 'bucket', prefix: 'a/b' },
        ...{ access_key_id: 'AKIA', secret_access_key: 'secret/Key' },
      },
    })
  })

  it('waits for the end of a run, and fails with the reason of one that failed', async () => {
    let runs = [run]
    const all = { ...answers, 'backups.run': () => run, 'backups.runs': () => runs }
    await using world = await aWorld({ answers: all })
    const { stdout } = await world.run('backups', 'run', 'nightly', '--wait')
    expect(stdout).toBe('Backed up 12 files, 2 MiB; 1 KiB are new.\n')
    runs = [{ ...run, ...({ state: 'failed', failure: 'disk_full', message: 'full' } as object) }]
    const failed = await world.run('backups', 'run', 'nightly', '--wait')
    expect(failed.code).not.toBe(0)
    expect(failed.stderr).toContain('disk_full')
  })

  it('restores the newest point, or the one that is named, and overwrites only on request', async () => {
    const all = { ...answers, 'backups.restore': () => ({ ...run, kind: 'restore' }) }
    await using world = await aWorld({ answers: all })
    const words = ['backups', 'restore', 'nightly', anInstance().label]
    expect((await world.run(...words)).code).toBe(0)
    const only = ['--point', 'ef56', '--only', '/data/a', '--to', '/back', '--overwrite']
    expect((await world.run(...words, ...only)).code).toBe(0)
    const calls = world.server.calls.filter(({ name }) => name === 'backups.restore')
    expect(calls.map(({ body }) => body)).toMatchObject([
      { point_id: points[0]?.id, target: '/', include: null, existing: 'refuse' },
      { point_id: points[1]?.id, target: '/back', include: '/data/a', existing: 'overwrite' },
    ])
    expect((await world.run(...words, '--point', '9999')).code).not.toBe(0)
  })

  it('restores into a volume, and demands one place', async () => {
    const volume = { id: idEndingIn('vol', 'vvvv1111'), name: 'datasets' }
    await using world = await aWorld({
      answers: {
        ...answers,
        'volumes.list': () => [volume],
        'backups.restore': () => ({ ...run, kind: 'restore' }),
      },
    })
    const words = ['backups', 'restore', 'nightly']
    const restored = await world.run(...words, '--volume', 'datasets', '--to', '/back')
    expect(restored.stdout).toContain('datasets')
    const call = world.server.calls.find(({ name }) => name === 'backups.restore')
    expect(call?.body).toMatchObject({ volume_id: volume.id, target: '/back' })
    expect(call?.body).not.toHaveProperty('instance_id')
    expect((await world.run(...words)).code).toBe(2)
    const both = [...words, anInstance().label, '--volume', 'datasets']
    expect((await world.run(...both)).code).toBe(2)
  })

  it('deletes the one point that is meant, after a confirmation', async () => {
    const more = { ...points[0], id: `ab12${'0'.repeat(60)}` }
    await using world = await aWorld({
      answers: {
        ...answers,
        'backups.points': () => [...points, more],
        'backups.removePoint': () => ({}),
      },
    })
    const words = ['backups', 'delete-point', 'nightly']
    expect((await world.run(...words, 'ab12cd34')).code).toBe(2)
    for (const wrong of ['ab12', '9999'])
      expect((await world.run(...words, wrong, '--yes')).code).not.toBe(0)
    expect(world.server.calls.map(({ name }) => name)).not.toContain('backups.removePoint')
    const deleted = await world.run(...words, 'ab12cd34', '--yes')
    expect(deleted.stdout).toContain('next backup frees its space')
    const call = world.server.calls.find(({ name }) => name === 'backups.removePoint')
    expect(call?.params).toMatchObject({ point_id: points[0]?.id })
  })

  it('changes a password to one of a file, or prints the one that was made', async () => {
    let password: string | null = 'made-of-many-letters'
    await using world = await aWorld({
      answers: { ...answers, 'backups.changePassword': () => ({ password }) },
      files: { pw: 'correct horse battery\n', short: 'short\n' },
    })
    const words = ['backups', 'password', 'nightly']
    expect((await world.run(...words)).stdout).toBe('made-of-many-letters\n')
    password = null
    const given = await world.run(...words, '--password-file', 'pw')
    expect(given.stdout).toBe('Changed the password of nightly.\n')
    expect((await world.run(...words, '--password-file', 'short')).code).toBe(2)
    const calls = world.server.calls.filter(({ name }) => name === 'backups.changePassword')
    expect(calls.map(({ body }) => body)).toEqual([{}, { password: 'correct horse battery' }])
  })

  it('changes what is named, and keeps the rest of a schedule and a retention', async () => {
    await using world = await aWorld({ answers: { ...answers, 'backups.change': () => plan } })
    for (const words of [
      ['--at', '30 4 * * *', '--keep-daily', '14'],
      ['--by-hand'],
      ['--name', 'weekly', '--exclude', '*.log', '--exclude', '*.tmp'],
    ])
      expect((await world.run('backups', 'update', 'nightly', ...words)).code).toBe(0)
    const calls = world.server.calls.filter(({ name }) => name === 'backups.change')
    expect(calls.map(({ body }) => body)).toEqual([
      {
        schedule: { at: '30 4 * * *', time_zone: 'UTC' },
        retention: { last: 0, daily: 14, weekly: 4, monthly: 6 },
      },
      { schedule: null },
      { name: 'weekly', excludes: ['*.log', '*.tmp'] },
    ])
    for (const wrong of [[], ['--by-hand', '--at', '0 0 * * *'], ['--name', '']])
      expect((await world.run('backups', 'update', 'nightly', ...wrong)).code).toBe(2)
  })

  it('cancels the run that is open, and says when there is none', async () => {
    const open = { ...run, state: 'running', ended_at: null }
    let plans: object[] = [{ ...plan, last_run: open }]
    await using world = await aWorld({
      answers: { ...answers, 'backups.list': () => plans, 'backups.cancel': () => open },
    })
    const { stdout } = await world.run('backups', 'cancel', 'nightly')
    expect(stdout).toBe('Cancelled the backup of nightly.\n')
    plans = [plan]
    const idle = await world.run('backups', 'cancel', 'nightly')
    expect(idle.code).not.toBe(0)
    expect(idle.stderr).toContain('No backup or restore of nightly is running')
  })

  it('deletes a plan only after a confirmation', async () => {
    await using world = await aWorld({ answers: { ...answers, 'backups.remove': () => ({}) } })
    expect((await world.run('backups', 'rm', 'nightly')).code).toBe(2)
    expect((await world.run('backups', 'rm', 'nightly', '-y')).stdout).toBe('Deleted nightly.\n')
  })
})
