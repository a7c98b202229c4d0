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

describe('a machine that was not seen yet', () => {
  it('says what it waits for, and promises no figures', async () => {
    await setup({ machine: unheard })
    expect(screen.getByText('Waiting for the hardware report')).toBeTruthy()
    expect(screen.getByText(/An example appears here once the agent has reported/)).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Hardware' })).toBeNull()
  })

  it('cannot be listed, since it has nothing to offer', async () => {
    await setup({ machine: unheard })
    expect(screen.getByRole('button', { name: 'List' }).hasAttribute('disabled')).toBe(true)
  })

  it('shows what it is as soon as it speaks', async () => {
    const { api } = await setup({ machine: unheard })
    await screen.findByText('Live')
    act(() => api.publish('machine', aMachine()))
    expect(await screen.findByText('AMD Ryzen 9 5950X')).toBeTruthy()
    expect(screen.getByText('42 %')).toBeTruthy()
  })
})

describe('what a machine does now', () => {
  it('moves by itself, and is drawn as a line once there is one', async () => {
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

  it('is not claimed of one that is offline', async () => {
    await setup({ machine: { status: 'offline' } })
    expect(screen.queryByText('42 %')).toBeNull()
  })

  it('says that it is not on the market, where it is not', async () => {
    await setup({ machine: { listed: false } })
    expect(screen.getByText('Not listed')).toBeTruthy()
  })

  it('says what it earns, an hour and a month', async () => {
    await setup({ machine: { earning_micro_usd_per_hour: 420_000, slots_rented: 1 } })
    expect(screen.getByText('$0.42/h')).toBeTruthy()
    expect(screen.getByText('≈ $302/month')).toBeTruthy()
  })

  it('names what keeps it from being rented, and what mends it', async () => {
    const problems = [{ code: 'disk_low', text: 'Only 9 GB are free.', remedy: 'Remove images.' }]
    await setup({ machine: { problems } })
    const status = screen.getByText('Only 9 GB are free.').closest('[role="status"]')
    expect(status?.textContent).toContain('Remove images.')
  })
})

describe('a machine that is not isolated', () => {
  const gap = { code: 'not_isolated', text: 'Containers reach it.', remedy: 'Install iptables.' }

  it('is listed only when its provider chooses that', async () => {
    const { api, user } = await setup({
      machine: { problems: [gap] },
      answers: { [change]: ok(aMachine({ problems: [gap], list_not_isolated: true })) },
    })
    await user.click(screen.getByRole('switch', { name: /List it as not isolated/ }))
    await waitFor(() => expect(api.callsTo(change)[0]?.body).toEqual({ list_not_isolated: true }))
  })

  it('has nothing to choose once nothing is missing', async () => {
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

  it('go back to what they were', async () => {
    const { user } = await setup()
    const price = screen.getByLabelText('CPU slot')
    const before = typedIn(price)
    await user.type(price, '5')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(typedIn(price)).toBe(before)
  })

  it('that are left out are told at their field, and nothing is sent', async () => {
    const { api, user } = await setup()
    const price = screen.getByLabelText('Memory')
    await user.clear(price)
    await user.click(screen.getByRole('button', { name: 'Save prices' }))
    expect(await screen.findByText('A price from $0 to $100,000')).toBeTruthy()
    expect(price.getAttribute('aria-invalid')).toBe('true')
    expect(api.callsTo(change)).toEqual([])
  })

  it('are saved once, however often the button is pressed', async () => {
    const late = held(ok(aMachine()))
    const { api, user } = await setup({ answers: { [change]: late.answer } })
    await user.type(screen.getByLabelText('CPU slot'), '5')
    await user.dblClick(screen.getByRole('button', { name: 'Save prices' }))
    late.letGo()
    expect(await screen.findByText(/Prices saved/)).toBeTruthy()
    expect(api.callsTo(change)).toHaveLength(1)
  })

  it('that are being typed are not lost when the machine reports', async () => {
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

describe('listing it', () => {
  it('says on the button what a slot costs, and then offers the way back', async () => {
    const { api, user } = await setup({
      machine: { listed: false },
      answers: { [change]: ok(aMachine({ listed: true })) },
    })
    await user.click(screen.getByRole('button', { name: /^List for/ }))
    expect(await screen.findByRole('button', { name: 'Unlist' })).toBeTruthy()
    expect(api.callsTo(change)[0]?.body).toEqual({ listed: true })
  })

  it('that is refused says why, and stays as it was', async () => {
    const { user } = await setup({
      answers: { [change]: refuse('state_conflict', { error: 'Not now.' }) },
    })
    await user.click(screen.getByRole('button', { name: 'Unlist' }))
    expect(await screen.findByText(/Not now\./)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Unlist' })).toBeTruthy()
  })
})

describe('its name', () => {
  it('cannot be nothing', async () => {
    const { api, user } = await setup()
    const name = await openRename(user)
    await user.clear(name)
    await user.click(screen.getByRole('button', { name: 'Rename' }))
    expect(await screen.findByText('Name is required')).toBeTruthy()
    expect(api.callsTo(change)).toEqual([])
  })

  it('that the server refuses is told at the field, and kept there', async () => {
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

  it('is left alone with Escape', async () => {
    const { api, user } = await setup()
    await openRename(user)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsTo(change)).toEqual([])
  })
})

describe('what it is made of', () => {
  it('has a dash for what a GPU does not tell', async () => {
    const silent = { ...aGpu(0), temperature_c: null, power_w: null, driver: null }
    await setup({ machine: { hardware: someHardware({ gpus: [silent] }) } })
    const row = screen.getByRole('row', { name: /RTX 4090/ })
    expect(within(row).getByText('driver not responding')).toBeTruthy()
    expect(within(row).getAllByText('—')).toHaveLength(2)
  })

  it('has no table of GPUs where there are none', async () => {
    await setup()
    expect(screen.queryByRole('region', { name: 'GPUs' })).toBeNull()
  })

  it('says so where no container engine answers', async () => {
    await setup({ machine: { hardware: someHardware({ engine: null }) } })
    expect(screen.getByText('not responding')).toBeTruthy()
  })

  it('names the images that it holds, which start without a pull', async () => {
    const images = [{ name: 'gridloom/base:latest', size_bytes: 2 * 1024 ** 3 }]
    await setup({ machine: { hardware: someHardware({ images }) } })
    const held = within(screen.getByRole('region', { name: 'Cached images' }))
    expect(held.getByText('2 GiB')).toBeTruthy()
  })
})

describe('what was measured', () => {
  it('says when the first figures come, where there are none', async () => {
    await setup()
    const measured = within(screen.getByRole('region', { name: 'Benchmarks' }))
    expect(measured.getByText('No benchmarks yet')).toBeTruthy()
  })

  it('stands from the inside of the machine outwards, whatever was measured first', async () => {
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

  it('cannot be measured again while the machine is away', async () => {
    await setup({ machine: { status: 'offline' } })
    const again = screen.getByRole('button', { name: 'Measure again' })
    expect(again.hasAttribute('disabled')).toBe(true)
  })
})

describe('an address without a machine', () => {
  it('says that it could not be loaded, and asks again', async () => {
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
