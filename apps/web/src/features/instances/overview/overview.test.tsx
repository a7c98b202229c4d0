import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, held, ok, refuse } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { aBalance, anInstance, secondsBefore } from '../../../testing/samples.ts'

const { id } = anInstance()
const at = (verb: string) => `POST /api/instances/${id}/${verb}`
const pulling = {
  state: 'pulling',
  ready: false,
  ready_s: 0,
  ready_at: null,
  charging: null,
  cost_micro_usd: 0,
  held_micro_usd: 0,
}

describe('the ways into an instance', () => {
  it('begin with the terminal of this page', async () => {
    const { part, user, router } = await setup()
    await user.click(part('Connect').getByRole('link', { name: 'Open the terminal' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'terminal' }))
  })

  it('promise the terminal for later while it starts', async () => {
    const { part } = await setup({ instance: pulling })
    expect(part('Connect').getByText('available while running')).toBeTruthy()
    expect(part('Connect').queryByRole('link')).toBeNull()
  })

  it('have a line for one’s own terminal, which can be copied', async () => {
    const { part, user } = await setup()
    await user.click(part('Connect').getByRole('button', { name: 'Copy shell command' }))
    expect(await navigator.clipboard.readText()).toBe(`gridloom shell ${id}`)
    expect(await part('Connect').findByRole('button', { name: 'Copied' })).toBeTruthy()
  })

  it('say how any port is reached where the template names none', async () => {
    const { part } = await setup()
    expect(part('Connect').getByText(/The template defines no port/)).toBeTruthy()
  })

  it('say that a forwarded port is open to nobody else', async () => {
    const { part } = await setup({ instance: { ports: [8080] } })
    expect(part('Connect').getByText('http://localhost:8080')).toBeTruthy()
    expect(part('Connect').getByText(/the port is not public/)).toBeTruthy()
  })

  it('are gone with what was destroyed', async () => {
    const { part } = await setup({
      instance: { state: 'destroyed', desired: 'destroyed', ready: false },
    })
    expect(part('Connect').getByText(/Its receipt is still available/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^(Start|Stop|Restart|Destroy)/ })).toBeNull()
  })
})

describe('what an instance is', () => {
  it('has its image, its share of the machine and its environment', async () => {
    const { part } = await setup({ instance: { env: { EPOCHS: '12' } } })
    const facts = part('Details')
    expect(facts.getByText('gridloom/base:latest')).toBeTruthy()
    expect(facts.getByText('16 GiB')).toBeTruthy()
    expect(facts.getByText('40 GB')).toBeTruthy()
    expect(facts.getByText('EPOCHS').nextElementSibling?.textContent).toBe('12')
  })

  it('names its GPUs, and none where it has none', async () => {
    const gpus = { gpu_model: 'NVIDIA GeForce RTX 4090', slots: 2 }
    const { part, unmount } = await setup({ instance: gpus })
    expect(part('Details').getByText('2 × NVIDIA GeForce RTX 4090')).toBeTruthy()
    unmount()
    const bare = await setup()
    expect(bare.part('Details').queryByText('GPU')).toBeNull()
  })
})

describe('its life', () => {
  it('shows the step that it is at, what that is doing, and what lies ahead', async () => {
    const progress = { text: 'Layer 3 of 9', percent: 34, done_bytes: null, total_bytes: null }
    const { step } = await setup({ instance: { ...pulling, progress } })
    expect(step('Requested').getByLabelText('done')).toBeTruthy()
    expect(step('Pulling').getByLabelText('now')).toBeTruthy()
    expect(step('Pulling').getByText('Layer 3 of 9')).toBeTruthy()
    expect(step('Starting').getByLabelText('ahead')).toBeTruthy()
    expect(screen.getByText(/You are not charged yet/)).toBeTruthy()
  })

  it('marks the step at which the start failed', async () => {
    const reason = { code: 'image_not_found', text: 'The image does not exist.', exit_code: null }
    const { step } = await setup({ instance: { ...pulling, state: 'failed', reason } })
    expect(step('Pulling').getByLabelText('failed')).toBeTruthy()
    expect(step('Creating').getByLabelText('ahead')).toBeTruthy()
    expect(screen.getByText(/Check the image name and tag/)).toBeTruthy()
  })

  it('moves on by itself when the machine says so', async () => {
    const { api, step } = await setup({ instance: pulling })
    api.publish('instance', anInstance({ ...pulling, state: 'starting' }))
    await waitFor(() => expect(step('Starting').getByLabelText('now')).toBeTruthy())
    expect(step('Pulling').getByLabelText('done')).toBeTruthy()
  })

  it('ends with what was destroyed', async () => {
    const { step } = await setup({
      instance: {
        state: 'destroyed',
        desired: 'destroyed',
        ready: false,
        destroyed_at: secondsBefore(5),
      },
    })
    expect(step('Destroyed').getByText('container and disk deleted')).toBeTruthy()
  })
})

describe('its figures', () => {
  it('say that nothing is charged before it is ready, and what it costs then', async () => {
    await setup({ instance: pulling })
    expect(screen.getByText('$0.076/h once ready or in use')).toBeTruthy()
    expect(screen.getByText('free until ready')).toBeTruthy()
    expect(screen.getByText('no charges right now')).toBeTruthy()
  })

  it('say what is set aside for it', async () => {
    await setup({ instance: { held_micro_usd: 19_000 } })
    expect(screen.getByText('$0.019').parentElement?.textContent).toBe(
      '$0.019 on hold for this instance',
    )
  })

  it('say that the balance lasts for ever where nothing burns', async () => {
    await setup({ answers: { 'GET /api/balance': ok(aBalance({ lasts_s: null })) } })
    expect(await screen.findByText('no limit')).toBeTruthy()
  })

  it('say so where the machine was never seen', async () => {
    await setup({ instance: { ...pulling, last_seen_at: null } })
    expect(screen.getByText('not seen yet')).toBeTruthy()
  })
})

describe('its buttons', () => {
  it('stop it and show at once what the server answered', async () => {
    const stopping = anInstance({ state: 'stopping', desired: 'stopped', ready: false })
    const { user } = await setup({ answers: { [at('stop')]: ok(stopping) } })
    const stop = screen.getByRole('button', { name: 'Stop' })
    expect(stop.getAttribute('title')).toBe('Its disk is kept for $0.0028/h')
    await user.click(stop)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull())
  })

  it('restart it once, however long that takes', async () => {
    const late = held(ok(anInstance({ state: 'starting', ready: false })))
    const { api, user } = await setup({ answers: { [at('restart')]: late.answer } })
    const restart = screen.getByRole('button', { name: 'Restart' })
    await user.click(restart)
    await waitFor(() => expect(restart.hasAttribute('disabled')).toBe(true))
    await user.click(restart)
    late.letGo()
    await waitFor(() => expect(screen.getAllByText('Starting').length).toBeGreaterThan(1))
    expect(api.callsTo(at('restart'))).toHaveLength(1)
  })

  it('start a stopped one at the price that they name', async () => {
    const { user, api } = await setup({
      instance: { state: 'stopped', desired: 'stopped', ready: false },
      answers: { [at('start')]: ok(anInstance({ state: 'starting', ready: false })) },
    })
    await user.click(screen.getByRole('button', { name: 'Start for $0.076/h' }))
    await waitFor(() => expect(api.callsTo(at('start'))).toHaveLength(1))
  })

  it('say why it could not be stopped, and leave it as it is', async () => {
    const { user } = await setup({
      answers: { [at('stop')]: refuse('state_conflict', { error: 'It is being moved.' }) },
    })
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(await screen.findByText(/It is being moved/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Stop' })).toBeTruthy()
  })
})

interface Setup {
  instance?: object
  answers?: Answers
}

async function setup({ instance = {}, answers = {} }: Setup = {}) {
  const shown = anInstance({ last_seen_at: new Date().toISOString(), ...instance })
  const app = renderApp({
    path: `/instance/myinstance/${id}`,
    answers: { [`GET /api/instances/${id}`]: ok(shown), ...answers },
  })
  await screen.findByRole('region', { name: 'Connect' })
  return {
    ...app,
    part: (name: string) => within(screen.getByRole('region', { name })),
    step(name: string) {
      const life = within(screen.getByRole('region', { name: 'Timeline' }))
      const item = life.getByText(name).closest('li')
      if (item === null) throw new TypeError(`${name} is no step`)
      return within(item)
    },
  }
}
