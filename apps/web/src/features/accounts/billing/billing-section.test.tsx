import { act, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, ok, refuse } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { aBalance, anInstance, aStatement, sampleId } from '../../../testing/samples.ts'

describe('billing', () => {
  it('shows each transaction to the micro-dollar', async () => {
    await renderAccount({
      'GET /api/ledger': ok({ statements: [aStatement()], total: 1 }),
    })
    const row = await screen.findByRole('row', { name: /Use of train/ })
    expect(row.textContent).toContain('−$0.012427')
  })

  it('links a transaction to its instance by label', async () => {
    await renderAccount({
      'GET /api/instances': ok([anInstance({ label: 'night-run' })]),
      'GET /api/ledger': ok({ statements: [aStatement()], total: 1 }),
    })
    const link = await screen.findByRole('link', { name: 'night-run' })
    expect(link.getAttribute('href')).toBe(`/instance/myinstance/${sampleId('ins', 1)}`)
  })

  it('links a charge to its render job, but not an earning', async () => {
    const job = sampleId('rnj', 1)
    const about = { instance_id: null, render_job_id: job }
    const paid = aStatement({ ...about, text: 'Frame 12 of donut.blend' })
    const earned = aStatement({
      ...about,
      transaction_id: sampleId('trx', 2),
      text: 'A rendered frame',
      held_change_micro_usd: 0,
      earned_change_micro_usd: 50,
    })
    await renderAccount({ 'GET /api/ledger': ok({ statements: [paid, earned], total: 2 }) })
    const links = await screen.findAllByRole('link', { name: 'Render job' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([`/render/process/${job}`])
    expect(screen.getByRole('row', { name: /Earned: A rendered frame/ })).toBeTruthy()
  })

  it('links a charge for answers to the model hub, but not an earning', async () => {
    const about = { instance_id: null, allowance_id: sampleId('tab', 1), text: '12 answers' }
    const earned = aStatement({
      ...about,
      transaction_id: sampleId('trx', 2),
      held_change_micro_usd: 0,
      earned_change_micro_usd: 50,
    })
    await renderAccount({
      'GET /api/ledger': ok({ statements: [aStatement(about), earned], total: 2 }),
    })
    const links = await screen.findAllByRole('link', { name: 'Model usage' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/model-hub'])
    expect(screen.getByRole('row', { name: /Earned: 12 answers/ })).toBeTruthy()
  })

  it('labels the income of a machine as earned', async () => {
    const earning = aStatement({
      text: '60 s running at $0.75/h',
      held_change_micro_usd: 0,
      earned_change_micro_usd: 12_427,
    })
    await renderAccount({ 'GET /api/ledger': ok({ statements: [earning], total: 1 }) })
    expect(await screen.findByRole('row', { name: /Earned: 60 s running/ })).toBeTruthy()
  })

  it('shows an empty state when there are no transactions', async () => {
    await renderAccount({})
    expect(await screen.findByText('No transactions yet')).toBeTruthy()
  })

  it('loads transactions in pages of 20', async () => {
    const { api, user } = await renderAccount({
      'GET /api/ledger': (call) =>
        ok({ statements: [aStatement({ text: `page ${call.query.page}` })], total: 41 })(call),
    })
    await screen.findByText('page 1')
    await user.click(screen.getByRole('button', { name: 'next page' }))
    expect(await screen.findByText('page 2')).toBeTruthy()
    expect(api.callsTo('GET /api/ledger').at(-1)?.query).toEqual({ page: '2', page_size: '20' })
  })

  it('reloads the transactions when a balance event arrives', async () => {
    const { api } = await renderAccount({})
    await screen.findByText('No transactions yet')
    await screen.findByText('Live')
    api.answer('GET /api/ledger', ok({ statements: [aStatement()], total: 1 }))
    act(() => api.publish('balance', aBalance()))
    expect(await screen.findByText('Use of train, 60 s')).toBeTruthy()
  })

  it('reports that the balance could not be loaded', async () => {
    await renderAccount({ 'GET /api/balance': refuse('forbidden') })
    expect(await screen.findByText('The balance could not be loaded')).toBeTruthy()
  })
})

async function renderAccount(answers: Answers) {
  const app = renderApp({ path: '/account?section=billing', answers })
  await screen.findByRole('heading', { level: 1, name: 'Account' })
  return app
}
