import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anAuditEntry } from '../../testing/account-samples.ts'
import { anAccessCode, anOperatorAnnouncement, aUser } from '../../testing/company-samples.ts'
import { type Answers, ok, refuse } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { renderOperator } from '../../testing/render-operator.tsx'
import { aBalance, aMachine, sampleId, secondsBefore } from '../../testing/samples.ts'

const users = 'GET /api/operator/users'
const suspend = `POST /api/operator/users/${sampleId('acc', 2)}/suspend`
const restore = `POST /api/operator/users/${sampleId('acc', 2)}/restore`

describe('the operator’s screens', () => {
  const paths = [
    ...[
      '',
      '/users',
      '/access-codes',
      '/promo-codes',
      '/ledger-check',
      '/invoices',
      '/machines',
      '/maintenance',
      '/audit',
    ],
    '/settings',
  ]

  it.each(paths)('do not exist for other users: /operator%s', async (path) => {
    const { router, api } = renderApp({ path: `/operator${path}` })
    await waitFor(() => expect(router.state.location.pathname).toBe('/onboarding'))
    expect(api.calls.filter(({ to }) => to.includes('/api/operator'))).toEqual([])
  })

  it('have a group of their own in the operator’s navigation', async () => {
    show('/operator')
    const navigation = await screen.findByRole('navigation', { name: 'Main' })
    expect(await within(navigation).findByText('Admin')).toBeTruthy()
    expect(within(navigation).getByRole('link', { name: 'Audit log' })).toBeTruthy()
  })

  it('start with an overview of the platform', async () => {
    show('/operator', { [users]: ok({ users: [aUser()], total: 1_240 }) })
    expect(await screen.findByRole('heading', { level: 1, name: 'Admin' })).toBeTruthy()
    expect((await screen.findAllByText('1.24k')).length).toBeGreaterThan(0)
    expect(await screen.findByText('Stopped an instance')).toBeTruthy()
    expect(screen.getByText('Off')).toBeTruthy()
  })

  it('show the disk usage, and when new files are rejected', async () => {
    show('/operator')
    expect(await screen.findByText('50 GiB')).toBeTruthy()
    expect(screen.getByText('5 GiB reserved')).toBeTruthy()
    const short = { ...aDisk, free_bytes: 4 * giB, takes_files: false }
    show('/operator', { 'GET /api/operator/storage': ok(short) })
    const words = 'Below the reserve of 5 GiB: new files are rejected'
    expect(await screen.findByText(words)).toBeTruthy()
  })

  it('show a value as unknown when it failed to load', async () => {
    show('/operator', { 'GET /api/operator/maintenance': refuse('forbidden') })
    expect(await screen.findByText('unknown')).toBeTruthy()
  })
})

describe('users', () => {
  it('are searched shortly after the last key, and the search is in the URL', async () => {
    const { api, user, router } = show('/operator/users')
    await user.type(await screen.findByRole('searchbox', { name: 'Email or name' }), 'gra')
    await waitFor(() => expect(api.callsTo(users).at(-1)?.query).toMatchObject({ search: 'gra' }))
    expect(router.state.location.search).toEqual({ search: 'gra' })
  })

  it('are paginated and filtered', async () => {
    const { api, user } = show('/operator/users', { [users]: ok({ users: [aUser()], total: 41 }) })
    await user.click(await screen.findByRole('button', { name: 'next page' }))
    await waitFor(() => expect(api.callsTo(users).at(-1)?.query).toMatchObject({ page: '2' }))
    await user.click(screen.getByRole('switch', { name: 'Suspended only' }))
    await waitFor(() =>
      expect(api.callsTo(users).at(-1)?.query).toMatchObject({ suspended: 'true', page: '1' }),
    )
  })

  it('are suspended only with a reason', async () => {
    const { api, user } = show('/operator/users', {
      [suspend]: ok(aUser({ suspended_at: secondsBefore(0) })),
    })
    await user.click(await screen.findByRole('button', { name: 'Suspend grace' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Suspend account' }))
    expect(within(dialog).getByText('Reason is required')).toBeTruthy()
    await user.type(within(dialog).getByLabelText('Reason'), 'Card fraud')
    await user.click(within(dialog).getByRole('button', { name: 'Suspend account' }))
    expect(await screen.findByText('grace was suspended')).toBeTruthy()
    expect(api.callsTo(suspend)[0]?.body).toEqual({ reason: 'Card fraud' })
  })

  it('keep the reason in the dialog when the server rejects the suspension', async () => {
    const { user } = show('/operator/users', { [suspend]: refuse('state_conflict') })
    await user.click(await screen.findByRole('button', { name: 'Suspend grace' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText('Reason'), 'Card fraud')
    await user.click(within(dialog).getByRole('button', { name: 'Suspend account' }))
    expect((await within(dialog).findByRole('alert')).textContent).toContain('not available')
    expect(within(dialog).getByLabelText('Reason')).toHaveProperty('value', 'Card fraud')
  })

  it('can be restored', async () => {
    const { api, user } = show('/operator/users', {
      [users]: ok({ users: [aUser({ suspended_at: secondsBefore(60) })], total: 1 }),
      [restore]: ok(aUser()),
    })
    await user.click(await screen.findByRole('button', { name: 'Restore grace' }))
    await user.click(await screen.findByRole('button', { name: 'Restore account' }))
    expect(await screen.findByText('grace was restored')).toBeTruthy()
    expect(api.callsTo(restore)).toHaveLength(1)
  })

  it('can be given credit from their row', async () => {
    const { api, user } = show('/operator/users', {
      'POST /api/operator/credits': ok(aBalance(), 201),
    })
    await user.click(await screen.findByRole('button', { name: 'Give credit to grace' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText('Amount'), '3')
    await user.type(within(dialog).getByLabelText('Reason'), 'Sorry')
    await user.click(within(dialog).getByRole('button', { name: 'Give $3.00' }))
    await screen.findByText('$3.00 given to grace@example.com')
    expect(api.callsTo('POST /api/operator/credits')[0]?.body).toMatchObject({
      email: 'grace@example.com',
      micro_usd: 3_000_000,
    })
  })

  it('cannot be suspended when they are operators', async () => {
    show('/operator/users', { [users]: ok({ users: [aUser({ role: 'operator' })], total: 1 }) })
    await screen.findByRole('button', { name: 'Give credit to grace' })
    expect(screen.queryByRole('button', { name: 'Suspend grace' })).toBeNull()
  })

  it('show an empty state and an error state', async () => {
    const { unmount } = show('/operator/users', { [users]: ok({ users: [], total: 0 }) })
    expect(await screen.findByText('No accounts found')).toBeTruthy()
    unmount()
    show('/operator/users', { [users]: refuse('forbidden') })
    expect(await screen.findByText('The accounts could not be loaded')).toBeTruthy()
  })
})

describe('access codes', () => {
  const codes = 'GET /api/operator/access-codes'
  const make = 'POST /api/operator/access-codes'

  it('are generated, and shown once with their link', async () => {
    const { api, user } = show('/operator/access-codes', {
      [make]: ok({ code: 'k7-wv9', access_code: anAccessCode() }, 201),
    })
    await openNewCode(user)
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Create access code' }))
    expect(within(dialog).getByText('Label is required')).toBeTruthy()
    await user.type(within(dialog).getByLabelText('Label'), 'Meetup')
    await user.type(within(dialog).getByLabelText('Uses'), '50')
    await user.click(within(dialog).getByRole('button', { name: 'Create access code' }))
    expect(await screen.findByText('k7-wv9')).toBeTruthy()
    expect(screen.getByText('http://localhost/k7-wv9')).toBeTruthy()
    expect(api.callsTo(make)[0]?.body).toEqual({
      label: 'Meetup',
      uses_max: 50,
      expires_at: null,
    })
  })

  it('can be custom, and are validated before they are sent', async () => {
    const { api, user } = show('/operator/access-codes', { [make]: refuse('state_conflict') })
    await openNewCode(user)
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText('Label'), 'Meetup')
    await user.click(within(dialog).getByRole('radio', { name: 'Custom' }))
    await user.type(within(dialog).getByLabelText('Your code'), 'a b')
    await user.click(within(dialog).getByRole('button', { name: 'Create access code' }))
    expect(within(dialog).getByText('Use 4 to 64 letters', { exact: false })).toBeTruthy()
    await user.clear(within(dialog).getByLabelText('Your code'))
    await user.type(within(dialog).getByLabelText('Your code'), 'meetup')
    await user.click(within(dialog).getByRole('button', { name: 'Create access code' }))
    await within(dialog).findByRole('alert')
    expect(api.callsTo(make)[0]?.body).toMatchObject({ code: 'meetup' })
  })

  it('can be revoked, unless they are revoked already', async () => {
    const revoke = `DELETE /api/operator/access-codes/${sampleId('cod', 1)}`
    const { user } = show('/operator/access-codes', {
      [codes]: ok([
        anAccessCode(),
        anAccessCode({ id: sampleId('cod', 2), label: 'Old', revoked_at: secondsBefore(1) }),
      ]),
      [revoke]: ok(anAccessCode({ revoked_at: secondsBefore(0) })),
    })
    await user.click(await screen.findByRole('button', { name: 'Revoke Meetup' }))
    await user.click(await screen.findByRole('button', { name: 'Revoke access code' }))
    expect(await screen.findByText('Meetup was revoked')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Revoke Old' })).toBeNull()
  })
})

describe('all machines', () => {
  it('show their owners, and are unlisted with a reason', async () => {
    const unlist = `POST /api/operator/machines/${sampleId('mch', 1)}/unlist`
    const found = { machine: aMachine(), owner_email: 'grace@example.com', vouched: null }
    const { api, user } = show('/operator/machines', {
      'GET /api/operator/machines': ok({ machines: [found], total: 1 }),
      [unlist]: ok({ ...found, machine: aMachine({ listed: false }) }),
    })
    expect(await screen.findByRole('link', { name: 'grace@example.com' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Unlist loom-01' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText('Reason'), 'Loses data')
    await user.click(within(dialog).getByRole('button', { name: 'Unlist machine' }))
    expect(await screen.findByText('loom-01 was unlisted')).toBeTruthy()
    expect(api.callsTo(unlist)[0]?.body).toEqual({ reason: 'Loses data' })
  })
})

describe('vouching for a machine', () => {
  it('shows the machine’s state and is revoked with the same button', async () => {
    const id = sampleId('mch', 1)
    const vouch = `PUT /api/operator/machines/${id}/vouch`
    const found = { machine: aMachine(), owner_email: 'grace@example.com', vouched: false }
    const { api, user } = show('/operator/machines', {
      'GET /api/operator/machines': ok({ machines: [found], total: 1 }),
      [vouch]: (call) => ok(call.body)(call),
    })
    expect(await screen.findByText('Checked by others')).toBeTruthy()
    const machines = 'GET /api/operator/machines'
    api.answer(machines, ok({ machines: [{ ...found, vouched: true }], total: 1 }))
    await user.click(screen.getByRole('button', { name: 'Vouch for loom-01' }))
    expect(await screen.findByText('Vouched for')).toBeTruthy()
    expect(api.callsTo(vouch)[0]?.body).toEqual({ vouched: true })
    await user.click(screen.getByRole('button', { name: 'Stop vouching for loom-01' }))
    await waitFor(() => expect(api.callsTo(vouch)[1]?.body).toEqual({ vouched: false }))
  })

  it('is not offered for a machine that renders nothing', async () => {
    const found = { machine: aMachine(), owner_email: 'grace@example.com', vouched: null }
    show('/operator/machines', {
      'GET /api/operator/machines': ok({ machines: [found], total: 1 }),
    })
    expect(await screen.findByRole('button', { name: 'Unlist loom-01' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /ouch/ })).toBeNull()
  })
})

describe('maintenance', () => {
  const turn = 'PUT /api/operator/maintenance'

  it('starts only after a confirmation, and can then be ended', async () => {
    const { api, user } = show('/operator/maintenance', {
      [turn]: (call) => ok({ ...Object(call.body), since: secondsBefore(0) })(call),
    })
    await user.click(await screen.findByRole('button', { name: 'Enable maintenance mode' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Enable maintenance mode' }))
    expect(await screen.findByText('Under maintenance')).toBeTruthy()
    expect(api.callsTo(turn)[0]?.body).toEqual({ on: true })
    expect(await screen.findByRole('button', { name: 'Disable maintenance mode' })).toBeTruthy()
  })

  it('updates when another operator starts it', async () => {
    const { api } = show('/operator/maintenance')
    await screen.findByText('Operational')
    await screen.findByText('Live')
    api.answer('GET /api/operator/maintenance', ok({ on: true, since: secondsBefore(5) }))
    act(() => api.publish('announcements', {}))
    expect(await screen.findByText('Under maintenance')).toBeTruthy()
  })
})

describe('announcements', () => {
  const announce = 'POST /api/operator/announcements'

  it('are written with a preview and published at once', async () => {
    const { api, user } = show('/operator/maintenance', {
      [announce]: ok(anOperatorAnnouncement(), 201),
    })
    await user.click(await screen.findByRole('button', { name: 'New announcement' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Announce now' }))
    expect(within(dialog).getByText('Text is required')).toBeTruthy()
    await user.type(within(dialog).getByLabelText('Text'), 'New GPUs')
    const preview = within(dialog).getByRole('region', { name: 'Preview' })
    expect(preview.textContent).toBe('New GPUs')
    await user.click(within(dialog).getByRole('radio', { name: 'Warning' }))
    await user.click(within(dialog).getByRole('checkbox', { name: 'Also send by email' }))
    await user.click(within(dialog).getByRole('button', { name: 'Announce now' }))
    expect(await screen.findByText('Announcement published')).toBeTruthy()
    expect(api.callsTo(announce)[0]?.body).toEqual({
      level: 'warning',
      text: 'New GPUs',
      mail: true,
      ends_at: null,
    })
  })

  it('can be withdrawn until they have ended', async () => {
    const withdraw = `DELETE /api/operator/announcements/${sampleId('ann', 1)}`
    const { api, user } = show('/operator/maintenance', {
      'GET /api/operator/announcements': ok([
        anOperatorAnnouncement(),
        anOperatorAnnouncement({ id: sampleId('ann', 2), state: 'ended', text: 'Old' }),
      ]),
      [withdraw]: ok({}),
    })
    await user.click(await screen.findByRole('button', { name: /^Withdraw/ }))
    await user.click(await screen.findByRole('button', { name: 'Withdraw announcement' }))
    expect(await screen.findByText('Announcement withdrawn')).toBeTruthy()
    expect(api.callsTo(withdraw)).toHaveLength(1)
  })
})

describe('the audit log', () => {
  const audit = 'GET /api/operator/audit'

  it('shows the action, its user, account and IP address', async () => {
    const entry = anAuditEntry({ account_id: sampleId('acc', 50), user: 'grace@example.com' })
    show('/operator/audit', { [audit]: ok({ entries: [entry], total: 1 }) })
    const row = await screen.findByRole('row', { name: /Stopped an instance/ })
    expect(row.textContent).toContain('grace@example.com')
    expect(row.textContent).toContain('for acc_…')
    expect(row.textContent).toContain('192.0.2.7')
  })

  it('is filtered by account and action from the URL', async () => {
    const account = sampleId('acc', 2)
    const { api } = show(`/operator/audit?account=${account}&action=instances.stop`)
    await screen.findByRole('row', { name: /Stopped an instance/ })
    expect(api.callsTo(audit).at(-1)?.query).toMatchObject({
      account_id: account,
      action: 'instances.stop',
    })
  })

  it('keeps its pages stable while new events are written', async () => {
    const { api, user } = show('/operator/audit', {
      [audit]: ok({ entries: [anAuditEntry()], total: 60 }),
    })
    await user.click(await screen.findByRole('button', { name: 'next page' }))
    await waitFor(() =>
      expect(api.callsTo(audit).at(-1)?.query).toMatchObject({
        page: '2',
        up_to: sampleId('aud', 1),
      }),
    )
  })

  it('shows when no event matches', async () => {
    show('/operator/audit', { [audit]: ok({ entries: [], total: 0 }) })
    expect(await screen.findByText('No entries found')).toBeTruthy()
  })
})

const giB = 1024 ** 3
const aDisk = {
  free_bytes: 50 * giB,
  total_bytes: 100 * giB,
  reserve_bytes: 5 * giB,
  takes_files: true,
}

async function openNewCode(user: ReturnType<typeof renderApp>['user']) {
  await screen.findByText('No access code yet')
  const [open] = screen.getAllByRole('button', { name: 'New access code' })
  if (open) await user.click(open)
}

function show(path: string, answers: Answers = {}) {
  return renderOperator(path, {
    [users]: ok({ users: [aUser()], total: 1 }),
    'GET /api/operator/access-codes': ok([]),
    'GET /api/operator/machines': ok({ machines: [], total: 0 }),
    'GET /api/operator/maintenance': ok({ on: false, since: null }),
    'GET /api/operator/storage': ok(aDisk),
    'GET /api/operator/announcements': ok([]),
    'GET /api/operator/audit': ok({ entries: [anAuditEntry()], total: 1 }),
    'GET /api/operator/settings': ok({
      starting_credit_micro_usd: 5_000_000,
      platform_fee_basis_points: 1_000,
    }),
    ...answers,
  })
}
