import { expect, it } from 'vitest'
import { aWorld } from '../../../test/run-words.ts'
import { aMachine, idEndingIn } from '../../../test/samples.ts'

const reservation = {
  ...{ id: idEndingIn('rsv', 'aaaa1111'), state: 'active', end_cause: null },
  ...{ machine_id: aMachine().id, offer_id: idEndingIn('ofr', 'bbbb2222'), gpu_model: null },
  ...{ slots: 2, slots_used: 1, days: 7, days_refunded: 1 },
  ...{ slot_micro_usd_per_hour: 20_000, discount_basis_points: 1_000 },
  ...{ total_micro_usd: 6_048_000, charged_micro_usd: 2_592_000, refunded_micro_usd: 864_000 },
  ...{ held_micro_usd: 2_592_000, started_at: '2026-11-21T09:00:00.000Z' },
  ...{ ends_at: '2026-11-28T09:00:00.000Z', ended_at: null },
}
const own = { 'machines.list': () => [aMachine()] }

it('lists who has reserved slots of a machine, without naming them', async () => {
  await using world = await aWorld({
    answers: { ...own, 'reservations.ofMachine': () => [reservation] },
  })
  const { stdout } = await world.run('machines', 'reservations', 'tower')
  expect(stdout).toMatch(/aaaa1111 +active +CPU +1\/2 +7 +\$2\.59 +\$0\.864? +2026-11-28 09:00:00/)
  expect(world.server.calls.at(-1)?.params).toEqual({ id: aMachine().id })
})

it('says that nobody has any, and that a machine is not there', async () => {
  await using world = await aWorld({ answers: { ...own, 'reservations.ofMachine': () => [] } })
  expect((await world.run('machines', 'reservations', 'tower')).stdout).toBe(
    'Nobody has reserved slots of tower.\n',
  )
  expect((await world.run('machines', 'reservations', 'other')).code).toBe(4)
})
