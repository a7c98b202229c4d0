import { describe, expect, it } from 'vitest'
import { aWorld } from '../../../test/run-words.ts'
import { anInstance } from '../../../test/samples.ts'

const { automation: none } = anInstance()

describe('automation', () => {
  it('shows what is set, without changing it', async () => {
    await using world = await someWorld({
      budget_micro_usd: 20_000_000,
      stop_idle: { cpu_percent: 5, gpu_percent: 5, minutes: 30 },
      schedule: { time_zone: 'Europe/Berlin', start: '0 8 * * 1-5', stop: null },
    })
    const { stdout } = await world.run('automation', 'trial')
    expect(stdout).toContain(' of $20.00 used')
    expect(stdout).toContain('after 30 min with CPU below 5 %, nobody connected')
    expect(stdout).toContain('start 0 8 * * 1-5, Europe/Berlin')
    expect(changes(world)).toEqual([])
  })

  it('changes what is named, and nothing else', async () => {
    await using world = await someWorld()
    await world.run('automation', 'trial', '--budget', '2.50', '--stop-after', '8h')
    await world.run('automation', 'trial', '--stop-idle', '30', '--idle-cpu', '2.5')
    await world.run('automation', 'trial', '--budget', 'off', '--restart-policy', 'never')
    const schedule = ['--stop-cron', '0 18 * * *', '--time-zone', 'Asia/Tokyo']
    await world.run('automation', 'trial', ...schedule)
    await world.run('automation', 'trial', '--no-schedule')
    expect(changes(world)).toEqual([
      { automation: { budget_micro_usd: 2_500_000, stop_after_s: 28_800 } },
      { automation: { stop_idle: { minutes: 30, cpu_percent: 2.5, gpu_percent: 5 } } },
      { automation: { budget_micro_usd: null }, restart_policy: 'never' },
      { automation: { schedule: { time_zone: 'Asia/Tokyo', start: null, stop: '0 18 * * *' } } },
      { automation: { schedule: null } },
    ])
  })

  it('keeps the other half of a schedule, and the other thresholds', async () => {
    await using world = await someWorld({
      stop_idle: { cpu_percent: 1, gpu_percent: 2, minutes: 30 },
      schedule: { time_zone: 'Europe/Berlin', start: '0 8 * * *', stop: '0 18 * * *' },
    })
    await world.run('automation', 'trial', '--stop-cron', '0 20 * * *', '--idle-cpu', '9')
    expect(changes(world)).toEqual([
      {
        automation: {
          stop_idle: { cpu_percent: 9, gpu_percent: 2, minutes: 30 },
          schedule: { time_zone: 'Europe/Berlin', start: '0 8 * * *', stop: '0 20 * * *' },
        },
      },
    ])
  })

  it('postpones the next stop', async () => {
    await using world = await someWorld()
    await world.run('automation', 'trial', '--postpone', '60')
    const [call] = world.server.calls.filter(({ name }) => name === 'instances.postponeStop')
    expect(call?.body).toEqual({ minutes: 60 })
  })

  it.each([
    [['--stop-at', 'tomorrow'], '--stop-at must be a time'],
    [['--budget', 'much'], '--budget must be an amount'],
    [['--stop-after', '5m'], '--stop-after must be a duration'],
    [['--idle-cpu', '5'], 'Add --stop-idle with the minutes'],
  ])('rejects %j', async (words, problem) => {
    await using world = await someWorld()
    const ran = await world.run('automation', 'trial', ...words)
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain(problem)
  })
})

function someWorld(automation: object = {}) {
  const instance = anInstance({ automation: { ...none, ...automation } })
  return aWorld({
    answers: {
      'instances.list': () => [instance],
      'instances.read': () => instance,
      'instances.change': () => instance,
      'instances.postponeStop': () => instance,
    },
  })
}

function changes(world: { server: { calls: { name: string; body: unknown }[] } }): unknown[] {
  return world.server.calls
    .filter(({ name }) => name === 'instances.change')
    .map(({ body }) => body)
}
