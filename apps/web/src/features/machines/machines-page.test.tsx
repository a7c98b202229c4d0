import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, held, ok, refuse } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import {
  aBill,
  aGpu,
  aMachine,
  sampleId,
  secondsBefore,
  someHardware,
} from '../../testing/samples.ts'

const machinePath = `/api/machines/${sampleId('mch', 1)}`

describe('the list of machines', () => {
  it('shows a skeleton while it loads', async () => {
    renderApp({ path: '/machines', answers: { 'GET /api/machines': held(ok([])).answer } })
    expect(await screen.findByRole('status', { name: 'Loading your machines' })).toBeTruthy()
  })

  it('offers to enrol a machine when there is none', async () => {
    const { user, router } = renderApp({ path: '/machines' })
    await user.click(await screen.findByRole('button', { name: 'Add machine' }))
    expect(router.state.location.search).toEqual({ enrol: true })
  })

  it('shows an error with a retry when it fails to load', async () => {
    const { api, user } = renderApp({
      path: '/machines',
      answers: { 'GET /api/machines': refuse('forbidden') },
    })
    await screen.findByText('Your machines could not be loaded')
    api.answer('GET /api/machines', ok([aMachine()]))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'loom-01' })).toBeTruthy()
  })

  it('shows hardware, slots, problem and remedy of each machine', async () => {
    const problems = [{ code: 'disk_low', text: 'Only 9 GB are free.', remedy: 'Remove images.' }]
    renderApp({
      path: '/machines',
      answers: { 'GET /api/machines': ok([aMachine({ problems, slots_rented: 1 })]) },
    })
    const row = within(await screen.findByRole('row', { name: /loom-01/ }))
    expect(row.getByText('Needs attention')).toBeTruthy()
    expect(row.getByText('32 threads · 64 GiB')).toBeTruthy()
    expect(row.getByText('Only 9 GB are free.')).toBeTruthy()
    expect(row.getByText(/Remove images/)).toBeTruthy()
    expect(row.getByText('1 of 4')).toBeTruthy()
  })

  it('shows the earnings of the month, with the fee that was deducted', async () => {
    const bill = aBill({ earned_micro_usd: 9_000_000, fee_micro_usd: 1_000_000 })
    renderApp({
      path: '/machines',
      answers: { 'GET /api/machines': ok([aMachine()]), 'GET /api/bill': ok(bill) },
    })
    expect(await screen.findByText('Renters paid')).toBeTruthy()
    expect(screen.getByText('−$1.00')).toBeTruthy()
  })

  it('shows when an offline machine was last seen', async () => {
    const machine = aMachine({ status: 'offline', last_seen_at: new Date(0).toISOString() })
    renderApp({ path: '/machines', answers: { 'GET /api/machines': ok([machine]) } })
    expect(await screen.findByText('1970-01-01')).toBeTruthy()
  })

  it('unlists a machine with the switch', async () => {
    const { api, user } = renderApp({
      path: '/machines',
      answers: {
        'GET /api/machines': ok([aMachine({ listed: true })]),
        [`PATCH ${machinePath}`]: ok(aMachine({ listed: false })),
      },
    })
    const listed = await screen.findByRole('switch', { name: 'List loom-01 on the market' })
    await user.click(listed)
    await waitFor(() => expect(listed).toHaveProperty('checked', false))
    expect(api.callsTo(`PATCH ${machinePath}`)[0]?.body).toEqual({ listed: false })
  })

  it('resets the switch and shows why the server rejected the change', async () => {
    const { user } = renderApp({
      path: '/machines',
      answers: {
        'GET /api/machines': ok([aMachine({ listed: true })]),
        [`PATCH ${machinePath}`]: refuse('state_conflict', { error: 'Not now.' }),
      },
    })
    const listed = await screen.findByRole('switch')
    await user.click(listed)
    expect(await screen.findByText('Unexpected Error: Not now.')).toBeTruthy()
    expect(listed).toHaveProperty('checked', true)
  })
})

describe('enrolling', () => {
  it('shows the command with its expiry, then the machine once it connects', async () => {
    const { api } = renderEnrol({ lifeMs: 600_000 })
    expect(await screen.findByText('gridloom agent enrol --token abc')).toBeTruthy()
    expect(screen.getByText(/One-time token, expires in (10 min|9 min \d+ s)/)).toBeTruthy()
    expect(screen.getByText(/Waiting for the machine to connect/)).toBeTruthy()
    await screen.findByText('Live')
    act(() => api.publish('machine', aMachine({ id: sampleId('mch', 2), name: 'fresh-box' })))
    expect(await screen.findByText(/connected: 32 threads · 64 GiB/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Set its price' })).toBeTruthy()
  })

  it('ignores a report of a machine that already existed', async () => {
    const { api } = renderEnrol({ lifeMs: 600_000 })
    await screen.findByText('Live')
    act(() => api.publish('machine', aMachine({ listed: false })))
    await screen.findByText(/Waiting for the machine to connect/)
  })

  it('reports an expired command and creates another one', async () => {
    const { api, user } = renderEnrol({ lifeMs: -1_000 })
    expect(await screen.findByText(/The token has expired/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Create a new command' }))
    await waitFor(() => expect(api.callsTo('POST /api/machines/enrolment-tokens')).toHaveLength(2))
  })

  it('removes its search parameter when it is closed', async () => {
    const { router, user } = renderEnrol({ lifeMs: 600_000 })
    await screen.findByText('gridloom agent enrol --token abc')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(router.state.location.search).toEqual({}))
  })
})

describe('one machine', () => {
  it('shows hardware, GPUs and benchmarks', async () => {
    await renderMachine({
      hardware: someHardware({ gpus: [aGpu(0)] }),
      benchmarks: [
        { kind: 'disk_write_mb_s', value: 1_480, measured_at: secondsBefore(86_400 * 400) },
      ],
    })
    expect(screen.getByText('AMD Ryzen 9 5950X')).toBeTruthy()
    expect(screen.getByRole('row', { name: /RTX 4090.*24 GiB.*84 %/ })).toBeTruthy()
    expect(screen.getByRole('row', { name: /Disk write 1\.5 GB\/s/ })).toBeTruthy()
  })

  it('saves prices in micro-dollars', async () => {
    const { api, user } = await renderMachine({})
    const price = screen.getByLabelText('CPU slot')
    await user.clear(price)
    await user.type(price, '0.05')
    await user.click(screen.getByRole('button', { name: 'Save prices' }))
    await screen.findByText(/Prices saved/)
    expect(api.callsTo(`PATCH ${machinePath}`)[0]?.body).toMatchObject({
      pricing: { cpu_slot_micro_usd_per_hour: 50_000 },
      cpu_slots: 4,
    })
  })

  it('updates the example price while prices are being typed', async () => {
    const { user } = await renderMachine({})
    const total = () => screen.getByText(/For example/).parentElement?.textContent
    const before = total()
    await user.clear(screen.getByLabelText('CPU slot'))
    await user.type(screen.getByLabelText('CPU slot'), '9')
    expect(total()).not.toBe(before)
    expect(total()).toMatch(/\$9\.\d\d\/h/)
  })

  it('keeps the input when the server rejects it', async () => {
    const { user } = await renderMachine({}, { [`PATCH ${machinePath}`]: refuse('forbidden') })
    const price = screen.getByLabelText('CPU slot')
    await user.clear(price)
    await user.type(price, '0.07')
    await user.click(screen.getByRole('button', { name: 'Save prices' }))
    expect(await screen.findByText('You do not have access to this resource.')).toBeTruthy()
    expect(price).toHaveProperty('value', '$0.07')
  })

  it('shows the price on the button that lists the machine', async () => {
    await renderMachine({ listed: false })
    expect(screen.getByRole('button', { name: /^List for \$0\.0\d+\/h a slot$/ })).toBeTruthy()
  })

  it('does not allow benchmarks while a slot is rented', async () => {
    await renderMachine({ slots_rented: 1 })
    expect(screen.getByRole('button', { name: 'Measure again' })).toHaveProperty('disabled', true)
  })

  it('lists what will be lost before it is removed, then returns to the list', async () => {
    const { router, user } = await renderMachine({}, { [`DELETE ${machinePath}`]: ok({}) })
    await user.click(screen.getByRole('button', { name: 'Remove machine…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove loom-01?' }))
    expect(dialog.getByText('measurements')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Remove machine' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/machines'))
  })

  it('shows in the dialog why a machine cannot be removed', async () => {
    const text = 'The machine still has 1 rented.'
    const { user } = await renderMachine(
      {},
      { [`DELETE ${machinePath}`]: refuse('machine_in_use', { error: text }) },
    )
    await user.click(screen.getByRole('button', { name: 'Remove machine…' }))
    await user.click(await screen.findByRole('button', { name: 'Remove machine' }))
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('can be renamed', async () => {
    const { api, user } = await renderMachine({})
    await user.click(screen.getByRole('button', { name: 'Rename the machine' }))
    const name = await screen.findByLabelText('Name')
    await user.clear(name)
    await user.type(name, 'attic')
    await user.click(screen.getByRole('button', { name: 'Rename' }))
    await waitFor(() =>
      expect(api.callsTo(`PATCH ${machinePath}`)[0]?.body).toEqual({ name: 'attic' }),
    )
  })

  it('shows “not found” for an invalid id without calling the API', async () => {
    const { api } = renderApp({ path: '/machines/nonsense' })
    await screen.findByText('Machine not found')
    expect(api.callsTo('GET /api/machines/nonsense')).toEqual([])
  })

  it('shows each action as an API call and as a command line', async () => {
    const { user } = await renderMachine({})
    await user.click(screen.getByRole('button', { name: 'API / CLI' }))
    expect(await screen.findByText(/-d '\{"listed":false\}'/)).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'Command line' }))
    expect(await screen.findByText('gridloom machines unlist loom-01')).toBeTruthy()
  })
})

function renderEnrol({ lifeMs }: { lifeMs: number }) {
  return renderApp({
    path: '/machines?enrol=true',
    answers: {
      'GET /api/machines': ok([aMachine()]),
      'POST /api/machines/enrolment-tokens': () =>
        Response.json({
          status: 'success',
          data: {
            token: 'abc',
            command: 'gridloom agent enrol --token abc',
            commands: {
              linux: 'gridloom agent enrol --token abc',
              macos: 'for macOS abc',
              windows: 'for Windows abc',
            },
            expires_at: new Date(Date.now() + lifeMs).toISOString(),
          },
        }),
    },
  })
}

async function renderMachine(parts: object, answers: Answers = {}) {
  const machine = aMachine(parts)
  const app = renderApp({
    path: `/machines/${machine.id}`,
    answers: {
      [`GET ${machinePath}`]: ok(machine),
      [`PATCH ${machinePath}`]: (call) => ok({ ...machine, ...asObject(call.body) })(call),
      ...answers,
    },
  })
  await screen.findByRole('heading', { level: 1, name: machine.name })
  return app
}

/** Named cast: bodies of changes are JSON objects; anything else becomes `{}`. */
function asObject(body: unknown): object {
  return typeof body === 'object' && body !== null ? body : {}
}
