import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aCompany } from '../../testing/company-samples.ts'
import { inTurn, ok, refuse } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { aBalance, anInstance, sampleId, someDetails } from '../../testing/samples.ts'

const acme = aCompany({ role: 'admin' })
const activeCompany = { company_id: acme.id, name: acme.name, role: acme.role }
const actAs = 'POST /api/user/act-as'

describe('working for a company', () => {
  it('shows the company’s instances and balance, and names the company', async () => {
    const { api, user, page } = await renderOwn('/instance/myinstance')
    await screen.findAllByText('my own')
    await user.click(screen.getByRole('button', { name: 'Account' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Switch to Acme', hidden: true }))
    expect(await screen.findAllByText('the company’s')).not.toEqual([])
    expect(screen.queryByText('my own')).toBeNull()
    expect(await screen.findByText('$42.00')).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Active account' }).textContent).toContain('Acme')
    expect(api.callsTo(actAs)[0]?.body).toEqual({ company_id: acme.id })
    expect(page.cookie).toBe('token=token-2')
  })

  it('opens a new event stream with the new token', async () => {
    const { api, user } = await renderOwn('/instance/myinstance')
    await screen.findByText('Live')
    await user.click(screen.getByRole('button', { name: 'Account' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Switch to Acme', hidden: true }))
    await screen.findAllByText('the company’s')
    await waitFor(() => expect(api.callsTo('GET /api/events')).toHaveLength(2))
    expect(api.callsTo('GET /api/events').at(-1)?.token).toBe('token-2')
    expect(api.callsTo('GET /api/events')[0]?.signal?.aborted).toBe(true)
  })

  it('ends with one click on the bar', async () => {
    const { api, user } = renderApp({
      path: '/instance/myinstance',
      answers: {
        'GET /api/companies': ok([acme]),
        'GET /api/user/details': inTurn(ok(someDetails({ active_company: activeCompany }))),
        [actAs]: ok({ token: 'token-2' }),
      },
    })
    const back = await screen.findByRole('button', { name: 'Switch to personal account' })
    api.answer('GET /api/user/details', ok(someDetails()))
    await user.click(back)
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Active account' })).toBeNull())
    expect(api.callsTo(actAs)[0]?.body).toEqual({ company_id: null })
    expect(await screen.findByText('Switched to your personal account')).toBeTruthy()
  })

  it('navigates from a single instance to the list of instances', async () => {
    const { user, router } = await renderOwn(`/instance/myinstance/${sampleId('ins', 1)}`)
    await screen.findByRole('heading', { level: 1 })
    await user.click(screen.getByRole('button', { name: 'Account' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Switch to Acme', hidden: true }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/instance/myinstance'))
  })

  it('changes nothing when the server rejects the switch', async () => {
    const { api, user, page } = await renderOwn('/instance/myinstance')
    await screen.findAllByText('my own')
    api.answer(actAs, refuse('not_found'))
    await user.click(screen.getByRole('button', { name: 'Account' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Switch to Acme', hidden: true }))
    expect(await screen.findByText(/^Not Found:/)).toBeTruthy()
    expect(screen.getAllByText('my own')).not.toEqual([])
    expect(page.cookie).toBe('token=token-1')
  })

  it('is not offered to a user without a company', async () => {
    const { user } = renderApp({ path: '/instance/myinstance' })
    await user.click(await screen.findByRole('button', { name: 'Account' }))
    await screen.findByRole('menuitem', { name: 'Sign out' })
    expect(screen.queryByText(/^Switch to/)).toBeNull()
  })
})

async function renderOwn(path: string) {
  const app = renderApp({
    path,
    answers: {
      'GET /api/companies': ok([acme]),
      'GET /api/instances': ok([anInstance({ label: 'my own' })]),
      [`GET /api/instances/${sampleId('ins', 1)}`]: ok(anInstance({ label: 'my own' })),
      [actAs]: (call) => {
        answerForCompany(app.api)
        return ok({ token: 'token-2' })(call)
      },
    },
  })
  await screen.findByRole('button', { name: 'Account' })
  return app
}

function answerForCompany(api: ReturnType<typeof renderApp>['api']): void {
  api.answer('GET /api/user/details', ok(someDetails({ active_company: activeCompany })))
  api.answer('GET /api/instances', ok([anInstance({ label: 'the company’s' })]))
  api.answer('GET /api/balance', ok(aBalance({ available_micro_usd: 42_000_000 })))
}
