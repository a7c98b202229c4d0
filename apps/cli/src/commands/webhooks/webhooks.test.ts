import { describe, expect, it } from 'vitest'
import { Refusal } from '../../../test/fake-server.ts'
import { aWorld } from '../../../test/run-words.ts'
import { anInstance, idEndingIn } from '../../../test/samples.ts'

const at = '2026-11-26T09:00:00.000Z'
const webhook = {
  id: idEndingIn('whk', 'aaaa1111'),
  name: '',
  url: 'https://example.com/hooks',
  events: ['instance.ready'],
  enabled: true,
  disabled_reason: null,
  failing_since: null,
  previous_secret_expires_at: null,
  last_delivered_at: null,
  created_at: at,
}
const attempt = { at, duration_ms: 35, status: 500, failure: 'status', response_start: 'broken' }
const delivery = {
  id: idEndingIn('whd', 'dddd4444'),
  webhook_id: webhook.id,
  event_id: idEndingIn('evt', 'eeee5555'),
  event: 'instance.ready',
  state: 'failed',
  attempts: 11,
  created_at: at,
  next_attempt_at: null,
  last_attempt: attempt,
}
const details = { ...delivery, body: '{}', attempts_made: [attempt] }
const list = { 'webhooks.list': () => [webhook] }

describe('webhooks', () => {
  it('creates one, and prints the secret alone on standard output', async () => {
    const created = () => ({ webhook, secret: 'whsec_abc' })
    await using world = await aWorld({ answers: { 'webhooks.create': created } })
    const events = ['--event', 'instance.ready', '--event', 'instance.lost']
    const ran = await world.run('webhooks', 'create', 'https://example.com/hooks', ...events)
    expect(ran.stdout).toBe('whsec_abc\n')
    expect(world.server.calls[0]?.body).toEqual({
      url: 'https://example.com/hooks',
      name: '',
      events: ['instance.ready', 'instance.lost'],
    })
  })

  it('refuses to create one without an event, or with an unknown one', async () => {
    await using world = await aWorld()
    expect((await world.run('webhooks', 'create', 'https://example.com')).code).toBe(2)
    const unknown = await world.run('webhooks', 'create', 'https://example.com', '--event', 'x')
    expect(unknown.code).toBe(2)
    expect(world.server.calls).toEqual([])
  })

  it('finds one by its host, and disables it', async () => {
    const change = () => ({ ...webhook, enabled: false, disabled_reason: 'by_user' })
    await using world = await aWorld({ answers: { ...list, 'webhooks.change': change } })
    const ran = await world.run('webhooks', 'change', 'example.com', '--disable')
    expect(ran.stdout).toBe('Changed example.com, which is disabled.\n')
    expect(world.server.calls.at(-1)).toMatchObject({
      params: { id: webhook.id },
      body: { enabled: false },
    })
  })

  it('prints the answer to a test event, and fails where it was not delivered', async () => {
    await using world = await aWorld({ answers: { ...list, 'webhooks.test': () => details } })
    const ran = await world.run('webhooks', 'test', 'example.com')
    expect(ran).toMatchObject({ code: 1, stdout: '500 in 35 ms\nbroken\n' })
  })

  it('lists deliveries, and replays one by the end of its ID', async () => {
    const answers = {
      ...list,
      'webhooks.deliveries': () => ({ deliveries: [delivery], next_cursor: null }),
      'webhooks.replay': () => ({ ...details, state: 'waiting' }),
    }
    await using world = await aWorld({ answers })
    const { stdout } = await world.run('webhooks', 'deliveries', 'example.com')
    expect(stdout).toMatch(/dddd4444 .* instance\.ready .*failed .*11 .*500 in 35 ms/)
    await world.run('webhooks', 'replay', 'example.com', 'dddd4444')
    expect(world.server.calls.at(-1)?.params).toEqual({ id: webhook.id, delivery: delivery.id })
  })
})

describe('several instances', () => {
  const worker = anInstance({ id: idEndingIn('ins', 'bbbb2222'), label: 'worker' })
  const two = { 'instances.list': () => [anInstance(), worker] }

  it('are changed with one call, and one that was refused fails the command', async () => {
    const error = { code: 'state_conflict', text: 'Not now.' }
    const act = () => ({
      results: [
        {
          id: anInstance().id,
          instance: anInstance({ state: 'stopping', ready: false }),
          error: null,
        },
        { id: worker.id, instance: null, error },
      ],
    })
    await using world = await aWorld({ answers: { ...two, 'instances.act': act } })
    const ran = await world.run('stop', 'trial', 'worker', 'trial')
    expect(ran).toMatchObject({ code: 1, stdout: 'Stopping trial…\nworker: Not now.\n' })
    expect(world.server.calls.at(-1)?.body).toEqual({
      action: 'stop',
      ids: [anInstance().id, worker.id],
    })
  })

  it('are not destroyed without a confirmation', async () => {
    await using world = await aWorld({ answers: two })
    expect((await world.run('destroy', 'trial', 'worker', '--json')).code).toBe(2)
    expect(world.server.calls.map(({ name }) => name)).toEqual(['instances.list'])
  })
})

it('shows the events of an instance, and of all', async () => {
  const event = {
    id: '7',
    instance_id: anInstance().id,
    label: 'trial',
    at,
    kind: 'restart_requested',
    by: { kind: 'user', name: 'ada' },
    cause: null,
    exit_code: null,
    folded: null,
    text: 'Restart requested.',
  }
  const page = () => ({ events: [event], next_cursor: '7' })
  await using world = await aWorld({
    answers: {
      'instances.list': () => [anInstance()],
      'instances.events': page,
      'instances.allEvents': page,
    },
  })
  const { stdout } = await world.run('events', 'trial')
  expect(stdout).toContain('2026-11-26 09:00:00  restart requested  ada  Restart requested.')
  expect(stdout).toContain('add --cursor 7')
  expect((await world.run('events')).stdout).toContain('trial')
})

it('changes and shows a note', async () => {
  const noted = anInstance({ note: 'Keep' })
  await using world = await aWorld({
    answers: { 'instances.list': () => [noted], 'instances.change': () => noted },
  })
  expect((await world.run('note', 'trial')).stdout).toBe('Keep\n')
  await world.run('note', 'trial', 'Keep')
  expect(world.server.calls.at(-1)?.body).toEqual({ note: 'Keep' })
})

it('renames an instance, and says when the label is taken', async () => {
  await using world = await aWorld({
    answers: {
      'instances.list': () => [anInstance()],
      'instances.change': () => new Refusal('label_taken'),
    },
  })
  expect((await world.run('rename', 'trial', 'web')).code).not.toBe(0)
  expect(world.server.calls.at(-1)?.body).toEqual({ label: 'web' })
})
