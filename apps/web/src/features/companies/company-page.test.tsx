import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aCompany, anInvitation, anOverview, aSpend } from '../../testing/company-samples.ts'
import { bare, inTurn, ok, refuse } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { acmePath, renderCompany } from '../../testing/render-company.tsx'
import { aBalance, sampleId, someDetails } from '../../testing/samples.ts'

describe('without a company', () => {
  it('creates a company and shows it', async () => {
    const { api, user } = renderApp({ path: '/company', answers: acmeAnswers })
    await user.click(await screen.findByRole('button', { name: 'Create company' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText('Name'), '  Acme ')
    api.answer('GET /api/companies', ok([aCompany()]))
    await user.click(within(dialog).getByRole('button', { name: 'Create company' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Acme' })).toBeTruthy()
    expect(api.callsTo('POST /api/companies')[0]?.body).toEqual({ name: 'Acme' })
    expect(await screen.findByText('Acme was created')).toBeTruthy()
  })

  it('validates the name, keeps it when the server refuses, and shows the error', async () => {
    const { user } = renderApp({
      path: '/company',
      answers: { 'POST /api/companies': refuse('internal') },
    })
    await user.click(await screen.findByRole('button', { name: 'Create company' }))
    const dialog = await screen.findByRole('dialog')
    const send = within(dialog).getByRole('button', { name: 'Create company' })
    await user.click(send)
    expect(within(dialog).getByText('Use 2 characters or more')).toBeTruthy()
    await user.type(within(dialog).getByLabelText('Name'), 'Acme')
    await user.click(send)
    expect(await within(dialog).findByText(/Something went wrong on our side/)).toBeTruthy()
    expect(within(dialog).getByLabelText('Name')).toHaveProperty('value', 'Acme')
  })

  it('asks for the access code if there is none yet', async () => {
    const { user, runtime } = renderApp({
      path: '/company',
      answers: { 'GET /api/user/details': ok(someDetails({ has_entered_referral_code: false })) },
    })
    await screen.findByText('No company yet')
    const [, inPage] = await screen.findAllByRole('button', { name: 'Enter access code' })
    if (inPage) await user.click(inPage)
    expect(runtime.auth.store.getState()).toMatchObject({ showLogin: true, loginFlow: 'access' })
  })

  it('reports that the companies could not be loaded and offers a retry', async () => {
    const { user } = renderApp({
      path: '/company',
      answers: { 'GET /api/companies': inTurn(refuse('forbidden'), ok([])) },
    })
    await screen.findByText('Your companies could not be loaded')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No company yet')).toBeTruthy()
  })
})

describe('pending invitations', () => {
  const accept = `POST /api/user/invitations/${sampleId('inv', 1)}/accept`
  const decline = `POST /api/user/invitations/${sampleId('inv', 1)}/decline`

  it('can be accepted, which shows the company', async () => {
    const { api, user } = renderApp({
      path: '/company',
      answers: {
        ...acmeAnswers,
        'GET /api/user/invitations': ok([anInvitation()]),
        [accept]: ok(aCompany({ role: 'admin' })),
      },
    })
    const button = await screen.findByRole('button', { name: 'Accept the invitation to Acme' })
    api.answer('GET /api/companies', ok([aCompany({ role: 'admin' })]))
    api.answer('GET /api/user/invitations', ok([]))
    await user.click(button)
    expect(await screen.findByRole('heading', { level: 1, name: 'Acme' })).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('pending')).toBeNull())
  })

  it('can be declined after confirmation', async () => {
    const { api, user } = renderApp({
      path: '/company',
      answers: { 'GET /api/user/invitations': ok([anInvitation()]), [decline]: ok({}) },
    })
    await user.click(await screen.findByRole('button', { name: 'Decline the invitation to Acme' }))
    api.answer('GET /api/user/invitations', ok([]))
    await user.click(await screen.findByRole('button', { name: 'Decline invitation' }))
    expect(await screen.findByText('You declined Acme')).toBeTruthy()
    expect(api.callsTo(decline)).toHaveLength(1)
  })

  it('report that they could not be loaded', async () => {
    renderApp({
      path: '/company',
      answers: { 'GET /api/user/invitations': refuse('forbidden') },
    })
    expect(await screen.findByText('Your invitations could not be loaded')).toBeTruthy()
  })
})

describe('a company', () => {
  it('shows its balance and spend', async () => {
    await renderCompany()
    expect(await screen.findByText('$42.00')).toBeTruthy()
    expect(await screen.findByText('$1.23')).toBeTruthy()
    expect(screen.getAllByText('$3.21')).not.toEqual([])
    expect(screen.getByText('$3.00')).toBeTruthy()
  })

  it('shows its spend by day as a chart or a table, over the chosen period', async () => {
    const { user, api } = await renderCompany()
    expect(
      await screen.findByRole('img', {
        name: /^Spend by day over 30 days: \$3\.21 in total, most on/,
      }),
    ).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'Table' }))
    const table = await screen.findByRole('table', { name: 'Spend by day' })
    expect(within(table).getAllByRole('row')).toHaveLength(3)
    await user.click(screen.getByRole('radio', { name: '90 days' }))
    await waitFor(() =>
      expect(api.callsTo(`GET ${acmePath}/spend`).at(-1)?.query).toEqual({ days: '90' }),
    )
  })

  it('reports that nothing was spent', async () => {
    const nothing = aSpend(30, { days: [{ day: '2026-11-21', micro_usd: 0 }], by_key: [] })
    await renderCompany({ answers: { [`GET ${acmePath}/spend`]: ok(nothing) } })
    expect(await screen.findByText('No spending in the last 30 days')).toBeTruthy()
    expect(screen.getByText('No spending in the last 30 days.')).toBeTruthy()
  })

  it('reports that its details or its spend could not be loaded', async () => {
    const { unmount } = await renderCompany({
      answers: { [`GET ${acmePath}/spend`]: refuse('forbidden') },
    })
    expect(await screen.findByText('The spend could not be loaded')).toBeTruthy()
    unmount()
    await renderCompany({ answers: { [`GET ${acmePath}`]: refuse('forbidden') } })
    expect(await screen.findByText('Acme could not be loaded')).toBeTruthy()
  })

  it('is selected by the URL', async () => {
    const other = aCompany({ id: sampleId('acc', 51), name: 'Other' })
    await renderCompany({
      path: `/company?company=${other.id}`,
      answers: {
        'GET /api/companies': ok([aCompany(), other]),
        [`GET /api/companies/${other.id}`]: ok(anOverview({ ...other })),
      },
    })
    expect(await screen.findByRole('heading', { level: 1, name: 'Other' })).toBeTruthy()
  })

  it('receives credit from the user’s own balance', async () => {
    const { api, user } = await renderCompany({
      answers: { [`POST ${acmePath}/funds`]: ok(aBalance(), 201) },
    })
    await user.click(await screen.findByRole('button', { name: 'Add credit' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add credit from my balance' })
    expect(await within(dialog).findByText('$5.00')).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Add credit' }))
    expect(within(dialog).getByText('Enter an amount from $0.01 to $1,000,000')).toBeTruthy()
    await user.type(within(dialog).getByLabelText('Amount'), '2.5')
    await user.click(within(dialog).getByRole('button', { name: 'Add $2.50' }))
    expect(await screen.findByText('$2.50 added')).toBeTruthy()
    expect(api.callsTo(`POST ${acmePath}/funds`)[0]?.body).toMatchObject({ micro_usd: 2_500_000 })
  })

  it('receives a retried transfer under the same idempotency key', async () => {
    const funds = `POST ${acmePath}/funds`
    const { api, user } = await renderCompany({ answers: { [funds]: refuse('internal') } })
    await user.click(await screen.findByRole('button', { name: 'Add credit' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText('Amount'), '2')
    await user.click(within(dialog).getByRole('button', { name: 'Add $2.00' }))
    await within(dialog).findByText(/Something went wrong on our side/)
    await user.click(within(dialog).getByRole('button', { name: 'Add $2.00' }))
    await waitFor(() => expect(api.callsTo(funds)).toHaveLength(2))
    const [first, second] = api.callsTo(funds).map(({ body }) => body)
    expect(first).toEqual(second)
  })

  it('can be renamed', async () => {
    const { api, user } = await renderCompany({
      answers: { [`PATCH ${acmePath}`]: ok(aCompany({ name: 'Acme II' })) },
    })
    await user.click(await screen.findByRole('button', { name: 'Rename' }))
    const dialog = await screen.findByRole('dialog')
    await user.clear(within(dialog).getByLabelText('Name'))
    await user.type(within(dialog).getByLabelText('Name'), 'Acme II')
    await user.click(within(dialog).getByRole('button', { name: 'Rename company' }))
    await screen.findByText('Company renamed to Acme II')
    expect(api.callsTo(`PATCH ${acmePath}`)[0]?.body).toEqual({ name: 'Acme II' })
  })

  it('can be closed after a dialog that shows the balance to be transferred', async () => {
    const { api, user } = await renderCompany({
      answers: { [`DELETE ${acmePath}`]: ok({}) },
    })
    await user.click(await screen.findByRole('button', { name: 'Close company' }))
    const dialog = await screen.findByRole('dialog', { name: 'Close Acme?' })
    expect(within(dialog).getByText('$42.00')).toBeTruthy()
    api.answer('GET /api/companies', ok([]))
    await user.click(within(dialog).getByRole('button', { name: 'Close company' }))
    expect(await screen.findByText('No company yet')).toBeTruthy()
  })

  it('shows what must end before it can be closed', async () => {
    const { user } = await renderCompany({
      answers: {
        [`DELETE ${acmePath}`]: refuse('account_in_use', {
          error: 'The account still has 1 instance. They must end first.',
        }),
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Close company' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Close company' }))
    expect(await within(dialog).findByText(/The company still has 1 instance/)).toBeTruthy()
  })

  it('shows its API calls as code', async () => {
    const { user } = await renderCompany()
    await user.click(await screen.findByRole('button', { name: 'API / CLI' }))
    expect(await screen.findByText('Add credit from your balance')).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'Command line' }))
    expect(await screen.findByText('gridloom company use Acme')).toBeTruthy()
  })

  it('is reloaded when an account event arrives', async () => {
    const { api } = await renderCompany()
    await screen.findByText('grace@example.com')
    await screen.findByText('Live')
    api.answer(`GET ${acmePath}`, ok(anOverview({ member_list: [] })))
    act(() => api.publish('account', {}))
    await waitFor(() => expect(screen.queryByText('grace@example.com')).toBeNull())
  })
})

const acmeAnswers = {
  'GET /api/health': bare({ status: 'ok' }),
  'POST /api/companies': ok(aCompany(), 201),
  [`GET ${acmePath}`]: ok(anOverview()),
}
