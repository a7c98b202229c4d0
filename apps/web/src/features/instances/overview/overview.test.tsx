import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, held, ok, refuse } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import {
  aBalance,
  anInstance,
  sampleId,
  secondsBefore,
  someConfig,
} from '../../../testing/samples.ts'
import { sshCommand } from './ssh-way.tsx'

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

describe('the template of an instance', () => {
  it('is linked, with the version that the instance was ordered with', async () => {
    const template = { id: sampleId('tpl', 7), version: '3' }
    const { part } = await setup({ instance: { template, template_name: 'PyTorch lab' } })
    const link = part('Details').getByRole('link', { name: 'PyTorch lab' })
    expect(link.getAttribute('href')).toBe(`/template/view/${template.id}`)
    expect(part('Details').getByText('v3')).toBeTruthy()
  })

  it('is only named where it ran an image without one', async () => {
    const { part } = await setup({ instance: { template: null, template_name: 'Own image' } })
    expect(part('Details').getByText('Own image')).toBeTruthy()
    expect(part('Details').queryByRole('link', { name: 'Own image' })).toBeNull()
  })
})

describe('the connection options of an instance', () => {
  it('link to the terminal tab', async () => {
    const { part, user, router } = await setup()
    await user.click(part('Connect').getByRole('link', { name: 'Open the terminal' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'terminal' }))
  })

  it('show that the terminal is unavailable while the instance starts', async () => {
    const { part } = await setup({ instance: pulling })
    expect(part('Connect').getByText('available when running')).toBeTruthy()
    expect(part('Connect').queryByRole('link')).toBeNull()
  })

  it('include a shell command that can be copied', async () => {
    const { part, user } = await setup()
    await user.click(part('Connect').getByRole('button', { name: 'Copy shell command' }))
    expect(await navigator.clipboard.readText()).toBe(`gridloom shell ${id}`)
    expect(await part('Connect').findByRole('button', { name: 'Copied' })).toBeTruthy()
  })

  it('include the SSH command and the host key where SSH is served', async () => {
    const ssh = {
      host: 'gridloom.example',
      port: 2222,
      fingerprint: 'SHA256:abc',
      public_key: 'ssh-ed25519 A',
    }
    const answers = { 'GET /api/config': ok(someConfig({ ssh })) }
    const { part } = await setup({ instance: { label: 'box-1' }, answers })
    expect(await part('Connect').findByText('ssh -p 2222 box-1@gridloom.example')).toBeTruthy()
    expect(part('Connect').getByText('SHA256:abc')).toBeTruthy()
  })

  it('name the id in the SSH command when a shell would read the label differently', () => {
    const gateway = { host: 'h', port: 22 }
    expect(sshCommand(gateway, anInstance({ label: 'my box; rm' }))).toBe(`ssh ${id}@h`)
  })

  it('include end-to-end SSH with the host key of the instance', async () => {
    const server = { public_key: 'ssh-ed25519 A', fingerprint: 'SHA256:inside', user: 'root' }
    const { part, user } = await setup({
      instance: { label: 'box-1' },
      answers: { [`GET /api/instances/${id}/ssh-server`]: ok(server) },
    })
    expect(await part('Connect').findByText('SHA256:inside')).toBeTruthy()
    await user.click(part('Connect').getByRole('button', { name: /Copy end-to-end/ }))
    expect(await navigator.clipboard.readText()).toBe(
      'gridloom ssh-config --write\nssh box-1.gridloom',
    )
    await user.click(part('Connect').getByRole('button', { name: /Copy ssh certificate/ }))
    expect(await navigator.clipboard.readText()).toBe(`gridloom ssh-cert ${id}`)
  })

  it('say why the host key of the instance is not shown', async () => {
    const error = 'Restart the instance to get SSH that is encrypted end to end.'
    const { part } = await setup({
      answers: { [`GET /api/instances/${id}/ssh-server`]: refuse('state_conflict', { error }) },
    })
    expect(await part('Connect').findByText(/Restart the instance/)).toBeTruthy()
  })

  it('ask no instance for its host key that does not run', async () => {
    const { api } = await setup({ instance: pulling })
    expect(api.callsTo(`GET /api/instances/${id}/ssh-server`)).toEqual([])
  })

  it('leave SSH out where none is served', async () => {
    const { part } = await setup()
    expect(part('Connect').queryByText('With SSH')).toBeNull()
  })

  it('explain port forwarding when the template defines no port', async () => {
    const { part } = await setup()
    expect(part('Connect').getByText(/The template defines no port/)).toBeTruthy()
  })

  it('explain that a forwarded port is not public', async () => {
    const { part } = await setup({ instance: { ports: [8080] } })
    expect(part('Connect').getByText('http://localhost:8080')).toBeTruthy()
    expect(part('Connect').getByText(/the port is not public/)).toBeTruthy()
  })

  it('are removed once the instance is destroyed', async () => {
    const { part } = await setup({
      instance: { state: 'destroyed', desired: 'destroyed', ready: false },
    })
    expect(part('Connect').getByText(/Its receipt is still available/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^(Start|Stop|Restart|Destroy)/ })).toBeNull()
  })
})

describe('the details of an instance', () => {
  it('show its image, memory, disk and environment', async () => {
    const { part } = await setup({ instance: { env: { EPOCHS: '12' } } })
    const facts = part('Details')
    expect(facts.getByText('gridloom/base:latest')).toBeTruthy()
    expect(facts.getByText('16 GiB')).toBeTruthy()
    expect(facts.getByText('40 GB')).toBeTruthy()
    expect(facts.getByText('EPOCHS').nextElementSibling?.textContent).toBe('12')
  })

  it('show its GPUs, if it has any', async () => {
    const gpus = { gpu_model: 'NVIDIA GeForce RTX 4090', slots: 2 }
    const { part, unmount } = await setup({ instance: gpus })
    expect(part('Details').getByText('2 × NVIDIA GeForce RTX 4090')).toBeTruthy()
    unmount()
    const bare = await setup()
    expect(bare.part('Details').queryByText('GPU')).toBeNull()
  })
})

describe('the timeline of an instance', () => {
  it('shows the present step with its progress, and the steps ahead', async () => {
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

  it('advances when an event arrives', async () => {
    const { api, step } = await setup({ instance: pulling })
    api.publish('instance', anInstance({ ...pulling, state: 'starting' }))
    await waitFor(() => expect(step('Starting').getByLabelText('now')).toBeTruthy())
    expect(step('Pulling').getByLabelText('done')).toBeTruthy()
  })

  it('ends with the destruction', async () => {
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

describe('the figures of an instance', () => {
  it('show that nothing is charged before it is ready, and the price from then on', async () => {
    await setup({ instance: pulling })
    expect(screen.getByText('$0.076/h once ready or in use')).toBeTruthy()
    expect(screen.getByText('free until ready')).toBeTruthy()
    expect(screen.getByText('no charges right now')).toBeTruthy()
  })

  it('show the amount on hold', async () => {
    await setup({ instance: { held_micro_usd: 19_000 } })
    expect(screen.getByText('$0.019').parentElement?.textContent).toBe('$0.019 on hold')
  })

  it('show no limit of the balance when nothing is spent', async () => {
    await setup({ answers: { 'GET /api/balance': ok(aBalance({ lasts_s: null })) } })
    expect(await screen.findByText('no limit')).toBeTruthy()
  })

  it('show that the machine has not been seen yet', async () => {
    await setup({ instance: { ...pulling, last_seen_at: null } })
    expect(screen.getAllByText('not connected yet')).toHaveLength(2)
  })
})

describe('the buttons of an instance', () => {
  it('stop it and show the server’s response', async () => {
    const stopping = anInstance({ state: 'stopping', desired: 'stopped', ready: false })
    const { user } = await setup({ answers: { [at('stop')]: ok(stopping) } })
    const stop = screen.getByRole('button', { name: 'Stop' })
    expect(stop.getAttribute('title')).toBe('The disk is kept for $0.0028/h')
    await user.click(stop)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull())
  })

  it('restart it only once while the request is pending', async () => {
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

  it('start a stopped one at the shown price', async () => {
    const { user, api } = await setup({
      instance: { state: 'stopped', desired: 'stopped', ready: false },
      answers: { [at('start')]: ok(anInstance({ state: 'starting', ready: false })) },
    })
    await user.click(screen.getByRole('button', { name: 'Start for $0.076/h' }))
    await waitFor(() => expect(api.callsTo(at('start'))).toHaveLength(1))
  })

  it('show why it could not be stopped and leave it as it is', async () => {
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
