import { expect, it } from 'vitest'
import { Refusal } from '../../../test/fake-server.ts'
import { aWorld } from '../../../test/run-words.ts'
import { aMachine } from '../../../test/samples.ts'

const credit = {
  ...{ reason: 'slow_start', at: '2026-11-21T09:00:00.000Z', seconds: 60, percent: null },
  ...{ text: 'It started 60 s late.', micro_usd: 700, paid_micro_usd: 500 },
}
const own = { 'machines.list': () => [aMachine()] }

it('lists what a machine paid back, and prints the contract’s JSON', async () => {
  await using world = await aWorld({
    answers: { ...own, 'reputation.listCredits': () => [credit] },
  })
  const { stdout } = await world.run('machines', 'credits', 'tower')
  expect(stdout).toMatch(/2026-11-21 09:00:00 +slow start +It started 60 s late\. .*\$0\.0007 /)
  expect(world.server.calls.at(-1)?.params).toEqual({ id: aMachine().id })
  const json = await world.run('machines', 'credits', 'tower', '--json')
  expect(JSON.parse(json.stdout)).toEqual([credit])
})

it('says that a machine paid nothing back, and that one is not there', async () => {
  await using world = await aWorld({ answers: { ...own, 'reputation.listCredits': () => [] } })
  expect((await world.run('machines', 'credits', 'tower')).stdout).toBe(
    'tower paid nothing back.\n',
  )
  expect((await world.run('machines', 'credits', 'other')).code).toBe(4)
})

it('says that it needs a sign-in', async () => {
  const answers = { ...own, 'reputation.listCredits': () => new Refusal('unauthorized') }
  await using world = await aWorld({ answers })
  expect((await world.run('machines', 'credits', 'tower')).code).toBe(3)
})
