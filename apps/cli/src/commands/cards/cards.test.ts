import { expect, it } from 'vitest'
import { aWorld } from '../../../test/run-words.ts'
import { idEndingIn } from '../../../test/samples.ts'

const usd = 1_000_000
const card = {
  ...{ id: 'pm_1', brand: 'visa', last4: '4242', exp_month: 3, exp_year: 2028 },
  is_default: true,
}
const limits = { payment_micro_usd_min: 5 * usd, payment_micro_usd_max: 2_000 * usd }
const cards = { limits, may_change: true, cards: [card, { ...card, id: 'pm_2', last4: '0005' }] }
const payment = {
  ...{ id: idEndingIn('pay', 'pppp1111'), kind: 'checkout', state: 'paid', problem: null },
  ...{ micro_usd: 25 * usd, credited_micro_usd: 25 * usd, refundable_micro_usd: 20 * usd },
  ...{ pay_url: null, created_at: '2026-11-20T09:00:00.000Z' },
  credited_at: '2026-11-20T09:01:00.000Z',
  refunds: [
    {
      ...{ id: idEndingIn('crf', 'ffff1111'), micro_usd: 5 * usd, state: 'succeeded' },
      created_at: '2026-11-20T10:00:00.000Z',
    },
  ],
  disputes: [],
}
const topUp = {
  ...{ enabled: true, below_micro_usd: 10 * usd, add_micro_usd: 25 * usd },
  ...{ month_micro_usd_max: 100 * usd, month_used_micro_usd: 50 * usd, declines: 0 },
  ...{ retry_at: null, stopped: 'authentication_required' },
}
const answers = {
  'cards.list': () => cards,
  'cards.payments': () => ({ payments: [payment], total: 1 }),
  'cards.payment': () => payment,
  'cards.autoTopUp': () => topUp,
}

it('lists cards, chooses the default by its digits, and removes one only after a confirmation', async () => {
  const more = { 'cards.choose': () => cards, 'cards.remove': () => cards }
  await using world = await aWorld({ answers: { ...answers, ...more } })
  expect((await world.run('cards', 'list')).stdout).toContain('visa 4242')
  expect((await world.run('cards', 'default', '0005')).stdout).toContain('visa 0005')
  expect((await world.run('cards', 'remove', '4242')).code).toBe(2)
  expect((await world.run('cards', 'remove', '4242', '--yes')).code).toBe(0)
  const calls = (of: string) => world.server.calls.filter(({ name }) => name === of)
  expect(calls('cards.choose').map(({ body }) => body)).toEqual([{ card_id: 'pm_2' }])
  expect(calls('cards.remove').map(({ params }) => params)).toEqual([{ id: 'pm_1' }])
})

it("prints the addresses of the processor's pages, and says where there are none", async () => {
  const pay_url = 'https://checkout.example.com/c/1'
  const open = { ...payment, state: 'open', pay_url, credited_micro_usd: 0 }
  const more = {
    'cards.setup': () => ({ url: 'https://checkout.example.com/s/1' }),
    'cards.pay': () => open,
  }
  await using world = await aWorld({ answers: { ...answers, ...more } })
  expect((await world.run('cards', 'add')).stdout).toContain('https://checkout.example.com/s/1')
  const paid = await world.run('card-payments', 'create', '25', '--save-card')
  expect(paid.stdout).toContain(pay_url)
  expect(world.server.calls.at(-1)?.body).toEqual({ micro_usd: 25 * usd, save_card: true })
  const none = { limits: null, may_change: true, cards: [] }
  await using bare = await aWorld({ answers: { 'cards.list': () => none } })
  expect((await bare.run('cards', 'list')).stdout).toContain('not set up')
})

it('refunds what was confirmed: all that may be refunded, or a part', async () => {
  const more = { 'cards.refund': () => payment }
  await using world = await aWorld({ answers: { ...answers, ...more } })
  const listed = await world.run('card-payments', 'list')
  expect(listed.stdout).toContain('$25.00')
  expect(listed.stdout).toContain('$5.00')
  const refused = await world.run('card-payments', 'refund', 'pppp1111')
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain('This refunds $20.00.')
  await world.run('card-payments', 'refund', 'pppp1111', '--yes')
  await world.run('card-payments', 'refund', payment.id, '--usd', '7.50', '--yes')
  const refunds = world.server.calls.filter(({ name }) => name === 'cards.refund')
  expect(refunds.map(({ body }) => body)).toEqual([
    { micro_usd: 20 * usd },
    { micro_usd: 7_500_000 },
  ])
})

it('shows why top-ups stopped, and changes only what is given', async () => {
  const changeAutoTopUp = ({ body }: { body?: unknown }) => ({
    ...{ ...topUp, stopped: null },
    ...Object(body),
  })
  await using world = await aWorld({
    answers: { ...answers, 'cards.changeAutoTopUp': changeAutoTopUp },
  })
  const shown = await world.run('top-up', 'show')
  expect(shown.stdout).toContain('stopped (authentication_required)')
  expect(shown.stdout).toContain('$50.00 of $100.00')
  expect((await world.run('top-up', 'set', '--add', '50')).stdout).toContain('$50.00')
  expect((await world.run('top-up', 'set', '--month', '20')).code).toBe(2)
  expect((await world.run('top-up', 'off')).stdout).toContain('off')
  const kept = { below_micro_usd: 10 * usd, month_micro_usd_max: 100 * usd }
  const changes = world.server.calls.filter(({ name }) => name === 'cards.changeAutoTopUp')
  expect(changes.map(({ body }) => body)).toEqual([
    { enabled: true, ...kept, add_micro_usd: 50 * usd },
    { enabled: false, ...kept, add_micro_usd: 25 * usd },
  ])
})
