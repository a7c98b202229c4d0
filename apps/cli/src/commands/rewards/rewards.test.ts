import { expect, it } from 'vitest'
import { aWorld } from '../../../test/run-words.ts'
import { idEndingIn } from '../../../test/samples.ts'

const at = '2026-11-28T09:00:00.000Z'
const entry = {
  ...{ transaction_id: idEndingIn('trx', 'tttt1111'), kind: 'reward', state: 'claimable' },
  ...{ text: 'For a report', micro_usd: 2_000_000, at, payable_at: at, claimed_at: null },
}
const totals = { pending_micro_usd: 0, claimable_micro_usd: 2_000_000, claimed_micro_usd: 0 }

it('lists rewards with what can be claimed, claims them, and gives them as the operator', async () => {
  await using world = await aWorld({
    answers: {
      'rewards.list': () => ({
        totals,
        claim_to: ['balance', 'payouts'],
        entries: [entry],
        next_cursor: null,
      }),
      'rewards.claim': () => ({ rewards: 1, micro_usd: 2_000_000, totals }),
      'rewards.give': () => entry,
    },
  })
  const list = await world.run('rewards', 'list', '--kind', 'reward')
  expect(list.stdout).toMatch(/reward +claimable +\$2\.00 +For a report/)
  expect(list.stderr).toContain('Claimable: $2.00')
  const claimed = await world.run('rewards', 'claim')
  expect(claimed.stdout).toBe('Reward claimed successfully: $2.00.\n')
  expect(world.server.calls.at(-1)?.body).toEqual({ to: 'balance' })
  const toPayouts = await world.run('rewards', 'claim', '--to', 'payouts')
  expect(toPayouts.stdout).toContain('Payable now: gridloom payouts request')
  expect(world.server.calls.at(-1)?.body).toEqual({ to: 'payouts' })
  const words = ['operator', 'reward', 'ada@example.com', '2', '--text', 'For a report']
  expect((await world.run(...words)).stdout).toBe('Gave ada@example.com $2.00.\n')
  expect(world.server.calls.at(-1)?.body).toMatchObject({ micro_usd: 2_000_000 })
})
