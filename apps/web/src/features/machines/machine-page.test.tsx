import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, held, ok, refuse } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { aGpu, aMachine, sampleId, secondsBefore, someHardware } from '../../testing/samples.ts'
import { typedIn } from '../../testing/typed-in.ts'

const { id } = aMachine()
const read = `GET /api/machines/${id}`
const change = `PATCH /api/machines/${id}`
const unheard = {
  status: 'waiting',
  hardware: null,
  load: null,
  listed: false,
  connected_at: null,
  last_seen_at: null,
  slots_total: 0,
}

describe('a machine that has never connected', () => {
  it('shows that it waits for the hardware report, and no example price', async () => {
    await setup({ machine: unheard })
    expect(screen.getByText('Waiting for the hardware report')).toBeTruthy()
    expect(screen.getByText(/An example appears here once the agent has reported/)).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Hardware' })).toBeNull()
  })

  it('cannot be listed', async () => {
    await setup({ machine: unheard })
    expect(screen.getByRole('button', { name: 'List' }).hasAttribute('disabled')).toBe(true)
  })

  it('shows its hardware and load as soon as it reports', async () => {
    const { api } = await setup({ machine: unheard })
    await screen.findByText('Live')
    act(() => api.publish('machine', aMachine()))
    expect(await screen.findByText('AMD Ryzen 9 5950X')).toBeTruthy()
    expect(screen.getByText('42 %')).toBeTruthy()
  })
})

describe('the current state of a machine', () => {
  it('updates live and draws a sparkline from the load samples', async () => {
    const { api } = await setup()
    await screen.findByText('Live')
    for (const [second, percent] of [
      [2, 55],
      [1, 71],
    ]) {
      act(() => api.publish('machine', aMachine({ load: aLoad(second ?? 0, percent ?? 0) })))
    }
    expect(await screen.findByText('71 %')).toBeTruthy()
    expect(screen.getByRole('img', { name: 'CPU load in percent, now 71' })).toBeTruthy()
  })

  it('shows no load while the machine is offline', async () => {
    await setup({ machine: { status: 'offline' } })
    expect(screen.queryByText('42 %')).toBeNull()
  })

  it('shows that the machine is not listed', async () => {
    await setup({ machine: { listed: false } })
    expect(screen.getByText('Not listed')).toBeTruthy()
  })

  it('shows the earnings per hour and per month', async () => {
    await setup({ machine: { earning_micro_usd_per_hour: 420_000, slots_rented: 1 } })
    expect(screen.getByText('$0.42/h')).toBeTruthy()
    expect(screen.getByText('≈ $302/month, after fees')).toBeTruthy()
  })

  it('shows the problem that keeps it from being rented, and its remedy', async () => {
    const problems = [{ code: 'disk_low', text: 'Only 9 GB are free.', remedy: 'Remove images.' }]
    await setup({ machine: { problems } })
    const status = screen.getByText('Only 9 GB are free.').closest('[role="status"]')
    expect(status?.textContent).toContain('Remove images.')
  })
})

describe('a machine that is not isolated', () => {
  const gap = { code: 'not_isolated', text: 'Containers reach it.', remedy: 'Install iptables.' }

  it('is listed only after its provider opts in', async () => {
    const { api, user } = await setup({
      machine: { problems: [gap] },
      answers: { [change]: ok(aMachine({ problems: [gap], list_not_isolated: true })) },
    })
    await user.click(screen.getByRole('switch', { name: /List it as not isolated/ }))
    await waitFor(() => expect(api.callsTo(change)[0]?.body).toEqual({ list_not_isolated: true }))
  })

  it('no longer offers the switch once nothing is missing', async () => {
    await setup()
    expect(screen.queryByRole('switch', { name: /List it as not isolated/ })).toBeNull()
  })
})

describe('its prices', () => {
  it('cannot be saved before one has changed', async () => {
    const { user } = await setup()
    const save = screen.getByRole('button', { name: 'Save prices' })
    expect(save.hasAttribute('disabled')).toBe(true)
    await user.type(screen.getByLabelText('CPU slot'), '5')
    expect(save.hasAttribute('disabled')).toBe(false)
  })

  it('can be reset to the saved values', async () => {
    const { user } = await setup()
    const price = screen.getByLabelText('CPU slot')
    const before = typedIn(price)
    await user.type(price, '5')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(typedIn(price)).toBe(before)
  })

  it('show an error at an empty field and are not sent', async () => {
    const { api, user } = await setup()
    const price = screen.getByLabelText('Memory')
    await user.clear(price)
    await user.click(screen.getByRole('button', { name: 'Save prices' }))
    expect(await screen.findByText('Enter a price from $0 to $100,000')).toBeTruthy()
    expect(price.getAttribute('aria-invalid')).toBe('true')
    expect(api.callsTo(change)).toEqual([])
  })

  it('are saved once on a double click', async () => {
    const late = held(ok(aMachine()))
    const { api, user } = await setup({ answers: { [change]: late.answer } })
    await user.type(screen.getByLabelText('CPU slot'), '5')
    await user.dblClick(screen.getByRole('button', { name: 'Save prices' }))
    late.letGo()
    expect(await screen.findByText(/Prices saved/)).toBeTruthy()
    expect(api.callsTo(change)).toHaveLength(1)
  })

  it('are compared with the market, and the suggested price is entered but not saved', async () => {
    const { pricing } = aMachine()
    const asked = pricing.cpu_slot_micro_usd_per_hour
    const use = { rented_percent: 92, micro_usd_per_day: 4_636_800, unit_hours: 1_000 }
    const suggestion = {
      ...{ machine_id: id, hardware_class: 'cpu', verdict: 'raise', now: null },
      ...{ asked_micro_usd_per_hour: asked },
      best: { ...use, micro_usd_per_hour: asked + 10_000 },
    }
    const { api, user } = await setup({
      answers: { [`GET /api/machines/${id}/price-suggestions`]: ok([suggestion]) },
    })
    const list = await screen.findByRole('list', { name: 'Price suggestions' })
    expect(list.textContent).toContain('92 % of the time was rented')
    const before = typedIn(screen.getByLabelText('CPU slot'))
    await user.click(within(list).getByRole('button', { name: /^Use \$.* per slot$/ }))
    expect(typedIn(screen.getByLabelText('CPU slot'))).not.toBe(before)
    expect(screen.getByRole('button', { name: 'Save prices' }).hasAttribute('disabled')).toBe(false)
    expect(api.callsTo(change)).toEqual([])
  })

  it('keep unsaved input when the machine reports', async () => {
    const { api, user } = await setup()
    const price = screen.getByLabelText('CPU slot')
    await user.clear(price)
    await user.type(price, '0.5')
    await screen.findByText('Live')
    act(() => api.publish('machine', aMachine({ load: aLoad(1, 71) })))
    await screen.findByText('71 %')
    expect(typedIn(price)).toBe('$0.5')
  })
})

describe('listing a machine', () => {
  it('is done with the button that shows the price, which then becomes “Unlist”', async () => {
    const { api, user } = await setup({
      machine: { listed: false },
      answers: { [change]: ok(aMachine({ listed: true })) },
    })
    await user.click(screen.getByRole('button', { name: /^List for/ }))
    expect(await screen.findByRole('button', { name: 'Unlist' })).toBeTruthy()
    expect(api.callsTo(change)[0]?.body).toEqual({ listed: true })
  })

  it('shows why the server rejected unlisting, and changes nothing', async () => {
    const { user } = await setup({
      answers: { [change]: refuse('state_conflict', { error: 'Not now.' }) },
    })
    await user.click(screen.getByRole('button', { name: 'Unlist' }))
    expect(await screen.findByText(/Not now\./)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Unlist' })).toBeTruthy()
  })
})

describe('its name', () => {
  it('is required', async () => {
    const { api, user } = await setup()
    const name = await openRename(user)
    await user.clear(name)
    await user.click(screen.getByRole('button', { name: 'Rename' }))
    expect(await screen.findByText('Name is required')).toBeTruthy()
    expect(api.callsTo(change)).toEqual([])
  })

  it('shows the server’s error at the field and keeps the input', async () => {
    const { user } = await setup({
      answers: { [change]: refuse('invalid_input', { fields: { name: 'is taken' } }) },
    })
    const name = await openRename(user)
    await user.clear(name)
    await user.type(name, 'attic')
    await user.click(screen.getByRole('button', { name: 'Rename' }))
    expect(await screen.findByText('is taken')).toBeTruthy()
    expect(typedIn(name)).toBe('attic')
  })

  it('stays unchanged when the dialog closes with Escape', async () => {
    const { api, user } = await setup()
    await openRename(user)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsTo(change)).toEqual([])
  })
})

describe('its country', () => {
  it('is found by its name, and declared', async () => {
    const { api, user } = await setup({ answers: { [change]: ok(aMachine({ country: 'DE' })) } })
    const field = screen.getByRole('combobox', { name: 'Country' })
    await user.clear(field)
    await user.type(field, 'germ')
    await user.click(await screen.findByRole('option', { name: 'Germany (DE)' }))
    await waitFor(() => expect(api.callsTo(change)[0]?.body).toEqual({ country: 'DE' }))
    expect(await screen.findByText(/^Region: Europe/)).toBeTruthy()
  })

  it('can be withdrawn', async () => {
    const { api, user } = await setup({
      machine: { country: 'DE' },
      answers: { [change]: ok(aMachine()) },
    })
    await user.click(screen.getByRole('combobox', { name: 'Country' }))
    await user.click(await screen.findByRole('option', { name: 'Not declared' }))
    await waitFor(() => expect(api.callsTo(change)[0]?.body).toEqual({ country: null }))
    expect(await screen.findByText(/until you declare it/)).toBeTruthy()
  })
})

describe('its hardware', () => {
  it('shows a dash for values that a GPU does not report', async () => {
    const silent = { ...aGpu(0), temperature_c: null, power_w: null, driver: null }
    await setup({ machine: { hardware: someHardware({ gpus: [silent] }) } })
    const row = screen.getByRole('row', { name: /RTX 4090/ })
    expect(within(row).getByText('driver not responding')).toBeTruthy()
    expect(within(row).getAllByText('—')).toHaveLength(2)
  })

  it('shows no GPU table when there are no GPUs', async () => {
    await setup()
    expect(screen.queryByRole('region', { name: 'GPUs' })).toBeNull()
  })

  it('shows that the container engine does not respond', async () => {
    await setup({ machine: { hardware: someHardware({ engine: null }) } })
    expect(screen.getByText('not responding')).toBeTruthy()
  })

  it('lists the cached images with their size', async () => {
    const images = [{ name: 'gridloom/base:latest', size_bytes: 2 * 1024 ** 3 }]
    await setup({ machine: { hardware: someHardware({ images }) } })
    const held = within(screen.getByRole('region', { name: 'Cached images' }))
    expect(held.getByText('2 GiB')).toBeTruthy()
  })
})

describe('its benchmarks', () => {
  it('show an empty state before the first run', async () => {
    await setup()
    const measured = within(screen.getByRole('region', { name: 'Benchmarks' }))
    expect(measured.getByText('No benchmarks yet')).toBeTruthy()
  })

  it('are listed from the CPU outwards, whatever was measured first', async () => {
    const benchmarks = [
      { kind: 'network_down_mbps', value: 900, measured_at: secondsBefore(60) },
      { kind: 'cpu_multi_mops', value: 5_120, measured_at: secondsBefore(50) },
    ]
    await setup({ machine: { benchmarks } })
    const heads = within(screen.getByRole('region', { name: 'Benchmarks' })).getAllByRole(
      'rowheader',
    )
    expect(heads.map((head) => head.textContent)).toEqual(['CPU, all threads', 'Network down'])
  })

  it('begin with those of each GPU', async () => {
    const measured_at = secondsBefore(60)
    const gpu_benchmarks = [
      { gpu_uuid: 'GPU-0', kind: 'gpu_memory_bandwidth_gb_s', value: 921.44, measured_at },
      { gpu_uuid: 'GPU-0', kind: 'gpu_tflops_fp32', value: 81.16, measured_at },
      { gpu_uuid: 'GPU-gone', kind: 'gpu_tflops_fp32', value: 1, measured_at },
    ]
    await setup({ machine: { hardware: someHardware({ gpus: [aGpu(0)] }), gpu_benchmarks } })
    const measured = within(screen.getByRole('region', { name: 'Benchmarks' }))
    expect(measured.getAllByRole('rowheader').map((head) => head.textContent)).toEqual([
      'GPU 0, single precision',
      'GPU 0, memory bandwidth',
    ])
    expect(measured.getByText('81.2 TFLOPS')).toBeTruthy()
    expect(measured.getByText('921 GB/s')).toBeTruthy()
  })

  it('cannot be run again while the machine is offline', async () => {
    await setup({ machine: { status: 'offline' } })
    const again = screen.getByRole('button', { name: 'Measure again' })
    expect(again.hasAttribute('disabled')).toBe(true)
  })
})

describe('a machine that fails to load', () => {
  it('shows an error with a retry', async () => {
    const { api, user } = renderApp({
      path: `/machines/${id}`,
      answers: { [read]: refuse('forbidden') },
    })
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    api.answer(read, ok(aMachine()))
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'loom-01' })).toBeTruthy()
  })
})

function aLoad(second: number, percent: number): object {
  return {
    at: secondsBefore(second),
    cpu_percent: percent,
    memory_used_mib: 8_192,
    disk_free_gb: 700,
  }
}

type User = ReturnType<typeof renderApp>['user']

async function openRename(user: User): Promise<HTMLElement> {
  await user.click(screen.getByRole('button', { name: 'Rename the machine' }))
  return screen.findByLabelText('Name')
}

interface Setup {
  machine?: object
  answers?: Answers
}

async function setup({ machine = {}, answers = {} }: Setup = {}) {
  const app = renderApp({
    path: `/machines/${sampleId('mch', 1)}`,
    answers: { [read]: ok(aMachine(machine)), [change]: ok(aMachine(machine)), ...answers },
  })
  await screen.findByRole('heading', { level: 1, name: 'loom-01' })
  return app
}
