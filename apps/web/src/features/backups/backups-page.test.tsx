import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aBackupPlan, aBackupRun } from '../../testing/backup-samples.ts'
import { type Answers, ok, refuse } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { anInstance, sampleId } from '../../testing/samples.ts'
import { aVolume } from '../../testing/volume-samples.ts'
import { changeOf, draftOf, emptyDraft, planOf } from './backup-draft.ts'

const storage = {
  stored_bytes: 3 * 1024 ** 3,
  micro_usd_per_gb_month: 50_000,
  micro_usd_per_month: 161_061,
  kept_until: null,
}
const points = [
  { id: 'ab12cd34'.repeat(8), at: '2026-11-26T03:00:00.000Z', files: 12, bytes: 2_097_152 },
]

describe('the backups page', () => {
  it('lists plans with their last runs, why one failed, and what is stored', async () => {
    const failed = aBackupRun({ state: 'failed', failure: 'disk_full', message: 'no space' })
    setup([aBackupPlan({ last_run: failed })])
    const row = within(await screen.findByRole('row', { name: /nightly/ }))
    expect(row.getByText('Failed')).toBeTruthy()
    expect(row.getByText(/disk of the instance, or the volume, is full/)).toBeTruthy()
    expect(row.getByText(/Last success/)).toBeTruthy()
    expect(row.getByText('3 GiB')).toBeTruthy()
    expect(await screen.findByText(/stored with Gridloom/)).toBeTruthy()
  })

  it('creates a plan and shows its password once', async () => {
    const { user, api } = setup([])
    const created = { plan: aBackupPlan(), password: 'made-of-many-letters' }
    api.answer('POST /api/backups', ok(created, 201))
    expect(await screen.findByText('No backups yet')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Create backup plan' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'nightly')
    await user.click(dialog.getByRole('button', { name: 'Create backup plan' }))
    expect(await dialog.findByText('made-of-many-letters')).toBeTruthy()
    expect(api.callsTo('POST /api/backups').map(({ body }) => body)).toMatchObject([
      { name: 'nightly', instance_id: anInstance().id, paths: ['/root'] },
    ])
    await user.click(dialog.getByRole('button', { name: 'I have copied it' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('creates a plan for a volume, all of it unless paths are typed', async () => {
    const { user, api } = setup([], { 'GET /api/volumes': ok([aVolume()]) })
    api.answer('POST /api/backups', ok({ plan: aBackupPlan(), password: null }, 201))
    await user.click(await screen.findByRole('button', { name: 'Create backup plan' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'nightly')
    await user.click(dialog.getByRole('radio', { name: 'Volume' }))
    expect(dialog.queryByRole('combobox', { name: 'Instance' })).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Create backup plan' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const [body] = api.callsTo('POST /api/backups').map((call) => call.body)
    expect(body).toMatchObject({ volume_id: aVolume().id, paths: ['/'] })
    expect(body).not.toHaveProperty('instance_id')
  })

  it('shows the volume of a plan, and restores to where an instance has it', async () => {
    const { id, name } = aVolume()
    const of = { instance_id: null, instance_label: null, volume_id: id, volume_name: name }
    const volumes = [{ volume_id: id, name, path: '/data', mode: 'read_write' }]
    const owner = anInstance({ id: sampleId('ins', 9), label: 'owner', volumes })
    const { user, api } = setup([aBackupPlan({ ...of, paths: ['/'] })], {
      'GET /api/instances': ok([anInstance(), owner]),
    })
    const call = `POST /api/backups/${aBackupPlan().id}/restores`
    api.answer(call, ok(aBackupRun({ kind: 'restore' }), 201))
    const row = within(await screen.findByRole('row', { name: /nightly/ }))
    expect(row.getByRole('link', { name })).toBeTruthy()
    await user.click(row.getByRole('button', { name: 'Actions of nightly' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Restore' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/where the instance has the volume/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const [body] = api.callsTo(call).map(({ body }) => body)
    expect(body).toMatchObject({ instance_id: owner.id, target: '/' })
  })

  it('restores into a volume that no running instance has, its own first', async () => {
    const { id, name } = aVolume()
    const of = { instance_id: null, instance_label: null, volume_id: id, volume_name: name }
    const used = { instance_id: anInstance().id, label: 'x', path: '/x', mode: 'read_only' }
    const other = aVolume({ id: sampleId('vol', 8), name: 'attached', attachments: [used] })
    const { user, api } = setup([aBackupPlan({ ...of, paths: ['/'] })], {
      'GET /api/volumes': ok([other, aVolume()]),
    })
    const call = `POST /api/backups/${aBackupPlan().id}/restores`
    api.answer(call, ok(aBackupRun({ kind: 'restore' }), 201))
    await openFromMenu(user, 'Restore')
    const dialog = within(await screen.findByRole('dialog'))
    const into = dialog.getByRole('combobox', { name: 'Restore into' })
    await waitFor(() => expect(into).toMatchObject({ value: name }))
    expect(dialog.getByText(/is the root of the volume/)).toBeTruthy()
    await user.click(into)
    expect(screen.queryByRole('option', { name: 'attached' })).toBeNull()
    await user.click(await screen.findByRole('option', { name }))
    await user.click(dialog.getByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const [body] = api.callsTo(call).map(({ body }) => body)
    expect(body).toMatchObject({ volume_id: id, target: '/' })
    expect(body).not.toHaveProperty('instance_id')
  })

  it('offers no volume for a plan in a bucket, which is reached through an instance', async () => {
    const destination = { ...bucket }
    const { user } = setup([aBackupPlan({ destination })], { 'GET /api/volumes': ok([aVolume()]) })
    await openFromMenu(user, 'Restore')
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('combobox', { name: 'Restore into' }))
    expect(await screen.findByRole('option', { name: anInstance().label })).toBeTruthy()
    expect(screen.queryByRole('option', { name: aVolume().name })).toBeNull()
  })

  it('deletes a recovery point once it has said what is lost', async () => {
    const { user, api } = setup([aBackupPlan()])
    const call = `DELETE /api/backups/${aBackupPlan().id}/points/${points[0]?.id}`
    api.answer(call, refuse('backup_running'))
    await openFromMenu(user, 'Recovery points')
    await user.click(await screen.findByRole('button', { name: /^Delete the recovery point/ }))
    const dialog = within(await screen.findByRole('dialog', { name: /Delete this recovery point/ }))
    expect(dialog.getByText(/no other recovery point has are lost/)).toBeTruthy()
    expect(dialog.getByText(/freed by the next backup/)).toBeTruthy()
    expect(api.callsTo(call)).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Delete permanently' }))
    expect(await dialog.findByRole('alert')).toBeTruthy()
    api.answer(call, ok({}))
    await user.click(dialog.getByRole('button', { name: 'Delete permanently' }))
    expect(await screen.findByRole('dialog', { name: /^Recovery points/ })).toBeTruthy()
    expect(api.callsTo(call)).toHaveLength(2)
  })

  it('deletes no recovery point in a bucket', async () => {
    const { user } = setup([aBackupPlan({ destination: bucket })])
    await openFromMenu(user, 'Recovery points')
    expect(await screen.findByText(/use restic/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Delete the/ })).toBeNull()
  })

  it('says that there is no recovery point yet', async () => {
    const none = { [`GET /api/backups/${aBackupPlan().id}/points`]: ok([]) }
    const { user } = setup([aBackupPlan()], none)
    await openFromMenu(user, 'Recovery points')
    expect(await screen.findByText('No recovery points yet.')).toBeTruthy()
  })

  it('changes the password, and shows a made one once', async () => {
    const { user, api } = setup([aBackupPlan()])
    const call = `POST /api/backups/${aBackupPlan().id}/password`
    api.answer(call, ok({ password: 'made-of-many-letters' }))
    await openFromMenu(user, 'Change password')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/can still read that copy/)).toBeTruthy()
    await user.type(dialog.getByLabelText('New password'), 'short')
    await user.click(dialog.getByRole('button', { name: 'Change password' }))
    expect(api.callsTo(call)).toEqual([])
    await user.clear(dialog.getByLabelText('New password'))
    await user.click(dialog.getByRole('button', { name: 'Change password' }))
    expect(await screen.findByText('made-of-many-letters')).toBeTruthy()
    expect(api.callsTo(call).map(({ body }) => body)).toEqual([{}])
    await user.click(screen.getByRole('button', { name: 'I have copied it' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('stores the password of a bucket, which has to be typed', async () => {
    const { user, api } = setup([aBackupPlan({ destination: bucket })])
    const call = `POST /api/backups/${aBackupPlan().id}/password`
    api.answer(call, ok({ password: null }))
    await openFromMenu(user, 'Change password')
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Store password' }))
    expect(api.callsTo(call)).toEqual([])
    await user.type(dialog.getByLabelText('New password'), 'correct horse battery')
    await user.click(dialog.getByRole('button', { name: 'Store password' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const bodies = api.callsTo(call).map(({ body }) => body)
    expect(bodies).toEqual([{ password: 'correct horse battery' }])
  })

  it('tells runs of a volume that was not attached from others', async () => {
    const { id, name } = aVolume()
    const detached = { instance_id: null, instance_label: null, volume_id: id, volume_name: name }
    const { user } = setup([aBackupPlan()], {
      [`GET /api/backups/${aBackupPlan().id}/runs`]: ok([
        aBackupRun(),
        aBackupRun({ ...detached, id: sampleId('bkr', 2) }),
      ]),
    })
    await openFromMenu(user, 'Runs')
    expect(await screen.findAllByText('volume not attached')).toHaveLength(1)
  })

  it('restores into a running instance, and keeps the dialog with the reason of a refusal', async () => {
    const { user, api } = setup([aBackupPlan()])
    const call = `POST /api/backups/${aBackupPlan().id}/restores`
    api.answer(call, refuse('backup_running'))
    await user.click(await screen.findByRole('button', { name: 'Actions of nightly' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Restore' }))
    const dialog = within(await screen.findByRole('dialog'))
    const folder = dialog.getByRole('textbox', { name: /^Folder/ })
    await user.clear(folder)
    await user.type(folder, '/back')
    expect(dialog.getByText(/\/data becomes \/back\/data/)).toBeTruthy()
    await user.click(dialog.getByRole('checkbox', { name: /Replace files/ }))
    await user.click(dialog.getByRole('button', { name: 'Restore' }))
    expect(await dialog.findByRole('alert')).toBeTruthy()
    expect(api.callsTo(call).map(({ body }) => body)).toEqual([
      {
        ...{ point_id: points[0]?.id, instance_id: anInstance().id, target: '/back' },
        ...{ include: null, existing: 'overwrite' },
      },
    ])
  })

  it('changes the schedule of a plan, and nothing that it was not asked to', async () => {
    const { user, api } = setup([aBackupPlan()])
    const call = `PATCH /api/backups/${aBackupPlan().id}`
    api.answer(call, ok(aBackupPlan()))
    await user.click(await screen.findByRole('button', { name: 'Actions of nightly' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog'))
    const name = dialog.getByRole('textbox', { name: /^Name/ })
    await user.clear(name)
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(api.callsTo(call)).toEqual([])
    await user.type(name, 'hourly')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const { excludes, schedule, retention } = aBackupPlan()
    expect(api.callsTo(call).map(({ body }) => body)).toEqual([
      { name: 'hourly', excludes, schedule, retention },
    ])
  })

  it('shows the runs of a plan with what the program said, and cancels one that is open', async () => {
    const open = aBackupRun({ state: 'running', percent: 42, ended_at: null, message: 'slow disk' })
    const { user, api } = setup([aBackupPlan({ last_run: open })], {
      [`GET /api/backups/${aBackupPlan().id}/runs`]: ok([open]),
    })
    api.answer(`POST /api/backups/${open.plan_id}/runs/${open.id}/cancel`, ok(open))
    expect(await screen.findByText('Running, 42 %')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Actions of nightly' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Runs' }))
    expect(await screen.findByText('slow disk')).toBeTruthy()
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Actions of nightly' }))
    expect(screen.queryByRole('menuitem', { name: 'Back up now' })).toBeNull()
    await user.click(await screen.findByRole('menuitem', { name: 'Cancel backup' }))
    await user.click(await screen.findByRole('button', { name: 'Cancel backup' }))
    await waitFor(() =>
      expect(api.callsTo(`POST /api/backups/${open.plan_id}/runs/${open.id}/cancel`)).toHaveLength(
        1,
      ),
    )
  })
})

describe('a new plan', () => {
  const draft = { ...emptyDraft(anInstance().id, 'UTC'), name: 'x' }

  it('has the schedule and the bucket that were typed', () => {
    expect(planOf({ ...draft, when: 'weekly', time: '04:05' })).toMatchObject({
      plan: { schedule: { at: '5 4 * * 0', time_zone: 'UTC' } },
    })
    const s3 = {
      to: 's3',
      url: 'https://s3.example.com/bucket/a',
      accessKey: 'A',
      secretKey: 'B',
    } as const
    expect(planOf({ ...draft, ...s3, when: 'manual' })).toMatchObject({
      plan: {
        schedule: null,
        destination: { endpoint: 'https://s3.example.com', bucket: 'bucket', prefix: 'a' },
      },
    })
  })

  it.each([null, '0 3 * * *', '5 14 * * 0', '30 */6 * * 1-5'])(
    'has the same schedule after it was shown to be changed: %s',
    (at) => {
      const schedule = at === null ? null : { at, time_zone: 'Asia/Kolkata' }
      const shown = draftOf(aBackupPlan({ schedule }), 'UTC')
      expect(changeOf(shown)).toMatchObject({ change: { schedule } })
    },
  )

  it('names the field of each problem', () => {
    const wrong = {
      ...draft,
      name: '',
      paths: 'data',
      password: 'short',
      to: 's3',
      url: 'x',
    } as const
    expect(planOf({ ...wrong, last: 0, daily: 0, weekly: 0, monthly: 0 })).toMatchObject({
      problems: {
        name: expect.any(String),
        paths: expect.any(String),
        password: expect.any(String),
        url: expect.any(String),
        daily: expect.any(String),
      },
    })
  })
})

const bucket = {
  ...{ kind: 's3', endpoint: 'https://s3.example.com', bucket: 'own', prefix: '', region: '' },
  access_key_id: 'A',
}

async function openFromMenu(user: ReturnType<typeof setup>['user'], item: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Actions of nightly' }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

function setup(plans: ReturnType<typeof aBackupPlan>[], answers: Answers = {}) {
  return renderApp({
    path: '/backups',
    answers: {
      'GET /api/backups': ok(plans),
      'GET /api/backups/storage': ok(storage),
      [`GET /api/backups/${aBackupPlan().id}/points`]: ok(points),
      'GET /api/instances': ok([anInstance()]),
      'GET /api/volumes': ok([]),
      ...answers,
    },
  })
}
