import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, ok, refuse } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { anInstance } from '../../../testing/samples.ts'

const { id, automation: none } = anInstance()
const path = `/api/instances/${id}`

describe('the automation of an instance', () => {
  it('says which rules are on', async () => {
    await setup({ automation: { budget_micro_usd: 20_000_000, stop_after_s: 7_200 } })
    expect(rule('Budget').getByText(/ of \$20\.00 used$/)).toBeTruthy()
    expect(rule('Stop after').getByText('After 2 h')).toBeTruthy()
    expect(rule('Stop when idle').getByText('Off')).toBeTruthy()
  })

  it('sets a budget, and turns it off', async () => {
    const { user, api } = await setup({})
    await user.type(rule('Budget').getByRole('textbox', { name: 'Budget' }), '2.5')
    api.answer(
      `PATCH ${path}`,
      ok(anInstance({ automation: { ...none, budget_micro_usd: 2_500_000 } })),
    )
    await user.click(rule('Budget').getByRole('button', { name: 'Turn on' }))
    await user.click(await rule('Budget').findByRole('button', { name: 'Turn off' }))
    await waitFor(() =>
      expect(api.callsTo(`PATCH ${path}`).map(({ body }) => body)).toEqual([
        { automation: { budget_micro_usd: 2_500_000 } },
        { automation: { budget_micro_usd: null } },
      ]),
    )
  })

  it('changes the bid of a stopped instance, makes it on demand, and leaves it stopped', async () => {
    const bid = {
      ...{ max_micro_usd_per_hour: 200_000, paid_micro_usd_per_hour: 100_000 },
      ...{ signal: 'none', resumes: true, interrupted_at: null, waits: true },
    }
    const stopped = { state: 'stopped', desired: 'stopped', ready: false, bid }
    const { user, api } = await setup({ parts: stopped })
    expect(rule('Bid').getByText('$0.10/h paid of $0.20/h a slot')).toBeTruthy()
    const raised = { ...bid, max_micro_usd_per_hour: 250_000 }
    api.answer(`PATCH ${path}`, ok(anInstance({ ...stopped, bid: raised })))
    const field = rule('Bid').getByRole('textbox', { name: 'Bid per slot and hour' })
    await user.clear(field)
    await user.type(field, '0.25')
    await user.click(rule('Bid').getByRole('button', { name: 'Save bid' }))
    await rule('Bid').findByText('$0.10/h paid of $0.25/h a slot')
    await user.click(rule('Bid').getByRole('switch', { name: /^Start again by itself/ }))
    await user.click(rule('Bid').getByRole('button', { name: 'Change to on demand' }))
    await waitFor(() =>
      expect(api.callsTo(`PATCH ${path}`).map(({ body }) => body)).toEqual([
        { bid_micro_usd_per_hour: 250_000 },
        { resumes: false },
        { bid_micro_usd_per_hour: null },
      ]),
    )
  })

  it('has no bid to change while the instance runs, and none at all on demand', async () => {
    const bid = {
      ...{ max_micro_usd_per_hour: 200_000, paid_micro_usd_per_hour: 100_000 },
      ...{ signal: 'none', resumes: true, interrupted_at: null, waits: false },
    }
    const { unmount } = await setup({ parts: { bid } })
    expect(rule('Bid').queryByRole('button', { name: 'Save bid' })).toBeNull()
    unmount()
    await setup({})
    expect(screen.queryByRole('region', { name: 'Bid' })).toBeNull()
  })

  it('says what the server rejects, at the rule', async () => {
    const { user, api } = await setup({})
    const fields = { 'automation.budget_micro_usd': 'must be at least what it has cost so far: $3' }
    api.answer(`PATCH ${path}`, refuse('invalid_input', { fields }))
    await user.type(rule('Budget').getByRole('textbox', { name: 'Budget' }), '1')
    await user.click(rule('Budget').getByRole('button', { name: 'Turn on' }))
    expect((await rule('Budget').findByRole('alert')).textContent).toContain('must be at least')
  })

  it('sends nothing that the contract does not allow', async () => {
    const { user, api } = await setup({})
    await user.click(rule('Budget').getByRole('button', { name: 'Turn on' }))
    expect(await rule('Budget').findByRole('alert')).toBeTruthy()
    expect(api.callsTo(`PATCH ${path}`)).toEqual([])
  })

  it('shows what a rule would have saved before it is turned on', async () => {
    const since = secondsAgo(9 * 24 * 3_600)
    const saved = { kind: 'saved', since, seconds: 4 * 3_600, micro_usd: 3_200_000 }
    await setup({
      answers: {
        [`GET ${path}/savings`]: ok({
          stop_after: saved,
          stop_idle: { kind: 'too_little_history', since: null },
          schedule: null,
        }),
      },
    })
    const line = await rule('Stop after').findByText(/Would have saved/)
    expect(line.textContent).toBe('Would have saved $3.20 (4 h) in the last 9 days.')
    expect(await rule('Stop when idle').findByText(/Too little history yet/)).toBeTruthy()
  })

  it('sets a schedule by weekdays, in the chosen zone', async () => {
    const { user, api } = await setup({
      automation: {
        schedule: { time_zone: 'Europe/Berlin', start: '0 8 * * 1-5', stop: '0 18 * * 1-5' },
      },
    })
    await user.click(rule('Schedule').getByRole('checkbox', { name: 'Fri' }))
    await user.click(rule('Schedule').getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(api.callsTo(`PATCH ${path}`)[0]?.body).toEqual({
        automation: {
          schedule: {
            time_zone: 'Europe/Berlin',
            start: '0 8 * * 1,2,3,4',
            stop: '0 18 * * 1,2,3,4',
          },
        },
      }),
    )
  })

  it('changes what happens after a restart of the machine', async () => {
    const { user, api } = await setup({})
    await user.click(screen.getByRole('combobox', { name: 'After a machine restart' }))
    await user.click(await screen.findByRole('option', { name: 'Stays stopped' }))
    await waitFor(() =>
      expect(api.callsTo(`PATCH ${path}`)[0]?.body).toEqual({ restart_policy: 'never' }),
    )
  })
})

describe('a stop by a rule', () => {
  it('is told minutes before on every tab, and can be postponed', async () => {
    const { user, api } = await setup({
      tab: 'overview',
      automation: { next_stop: { at: secondsAgo(-270), cause: 'idle' } },
    })
    expect((await screen.findByText(/it is idle and nobody is connected/)).textContent).toMatch(
      /^Stops in 4 min/,
    )
    api.answer(`POST ${path}/postpone-stop`, ok(anInstance()))
    await user.click(screen.getByRole('button', { name: 'Keep running for 1 hour' }))
    await waitFor(() => expect(screen.queryByText(/nobody is connected/)).toBeNull())
    expect(api.callsTo(`POST ${path}/postpone-stop`)[0]?.body).toEqual({ minutes: 60 })
  })

  it('that is hours away is shown under Automation alone', async () => {
    const next_stop = { at: secondsAgo(-7_200), cause: 'run_time_reached' }
    await setup({ tab: 'overview', automation: { next_stop } })
    expect(screen.queryByText(/its run time is over/)).toBeNull()
  })
})

describe('a scheduled start', () => {
  it('that was not possible says why, and until when it is tried', async () => {
    await setup({
      tab: 'overview',
      automation: { start_blocked: { until: secondsAgo(-3_600), why: 'offer_taken' } },
    })
    expect((await screen.findByText(/rented by someone else/)).textContent).toContain('tried again')
  })
})

/** By the clock of the page, which shows how long ago it is. */
function secondsAgo(seconds: number): string {
  return new Date(Date.now() - seconds * 1_000).toISOString()
}

function rule(name: string) {
  return within(screen.getByRole('region', { name }))
}

interface Setup {
  tab?: string
  automation?: object
  /** Other parts of the instance. */
  parts?: object
  answers?: Answers
}

async function setup({ tab = 'automation', automation = {}, parts = {}, answers = {} }: Setup) {
  const instance = anInstance({ ...parts, automation: { ...none, ...automation } })
  const app = renderApp({
    path: `/instance/myinstance/${id}?tab=${tab}`,
    answers: {
      [`GET ${path}`]: ok(instance),
      [`PATCH ${path}`]: ok(instance),
      [`GET ${path}/savings`]: ok({ stop_after: null, stop_idle: null, schedule: null }),
      ...answers,
    },
  })
  await screen.findByRole('tab', { name: 'Automation' })
  if (tab === 'automation') await screen.findByRole('region', { name: 'Budget' })
  return app
}
