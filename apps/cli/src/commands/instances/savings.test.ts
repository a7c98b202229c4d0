import { expect, it } from 'vitest'
import { Refusal } from '../../../test/fake-server.ts'
import { aWorld } from '../../../test/run-words.ts'
import { anInstance } from '../../../test/samples.ts'

const saved = {
  kind: 'saved',
  since: '2026-11-14T10:00:00.000Z',
  seconds: 7_200,
  micro_usd: 2_500_000,
}
const savings = {
  stop_after: saved,
  stop_idle: { kind: 'too_little_history', since: null },
  schedule: { ...saved, seconds: 0, micro_usd: 0 },
}

it('shows what rules would have saved, by the options', async () => {
  await using world = await aWorld({ answers: answersFor(anInstance()) })
  const options = ['--stop-after', '8h', '--stop-idle', '30', '--idle-gpu', '10']
  const schedule = ['--stop-cron', '0 18 * * 1-5', '--time-zone', 'Europe/Berlin']
  const { stdout } = await world.run('savings', 'trial', ...options, ...schedule)
  expect(stdout).toContain('would have saved $2.50 (2 h) in the last 7 days')
  expect(stdout).toContain('too little history yet')
  expect(stdout).toContain('would have saved nothing in the last 7 days')
  expect(world.server.calls.at(-1)?.query).toEqual({
    ...{ stop_after_s: 28_800, idle_minutes: 30, cpu_percent: 5, gpu_percent: 10 },
    ...{ time_zone: 'Europe/Berlin', stop: '0 18 * * 1-5' },
  })
})

it('asks about the instance’s own rules without an option, and prints the contract’s JSON', async () => {
  const { automation } = anInstance()
  const stop_idle = { minutes: 20, cpu_percent: 3, gpu_percent: 4 }
  const instance = anInstance({ automation: { ...automation, stop_idle } })
  await using world = await aWorld({ answers: answersFor(instance) })
  expect(JSON.parse((await world.run('savings', 'trial', '--json')).stdout)).toEqual(savings)
  const query = { idle_minutes: 20, cpu_percent: 3, gpu_percent: 4 }
  expect(world.server.calls.at(-1)?.query).toEqual(query)
})

it('refuses rules that are not whole, and an instance without any', async () => {
  await using world = await aWorld({ answers: answersFor(anInstance()) })
  for (const options of [[], ['--idle-cpu', '5'], ['--start-cron', '0 8 * * *']])
    expect((await world.run('savings', 'trial', ...options)).code).toBe(2)
  expect(world.server.calls.map(({ name }) => name)).not.toContain('instances.savings')
})

it('says that an instance is not there', async () => {
  const answers = { 'instances.read': () => new Refusal('not_found') }
  await using world = await aWorld({ answers })
  expect((await world.run('savings', anInstance().id, '--stop-idle', '30')).code).toBe(4)
})

function answersFor(instance: object) {
  return { 'instances.list': () => [instance], 'instances.savings': () => savings }
}
