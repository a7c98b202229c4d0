import { describe, expect, it } from 'vitest'
import { aWorld } from '../../../test/run-words.ts'
import {
  aMachine,
  anInstance,
  anOffer,
  aQuote,
  aTemplate,
  idEndingIn,
} from '../../../test/samples.ts'

const at = '2026-11-28T09:00:00.000Z'
const discounts = {
  day_discount_basis_points: 500,
  week_discount_basis_points: 1_000,
  month_discount_basis_points: 2_500,
}
const reservation = {
  id: idEndingIn('rsv', 'rrrr1111'),
  state: 'active',
  end_cause: null,
  machine_id: anOffer().machine_id,
  machine_name: 'tower',
  machine_status: 'online',
  offer_id: anOffer().id,
  gpu_model: null,
  slots: 2,
  slots_used: 1,
  days: 7,
  days_refunded: 1,
  slot_micro_usd_per_hour: 20_000,
  discount_basis_points: 1_000,
  total_micro_usd: 6_048_000,
  charged_micro_usd: 864_000,
  refunded_micro_usd: 864_000,
  held_micro_usd: 4_320_000,
  started_at: at,
  ends_at: at,
  ended_at: null,
  at_end: 'stop',
  discounts,
  refund_now_micro_usd: 3_000_000,
  lines: [
    {
      ...{ day: 1, from: at, to: at, unavailable_s: 7_200 },
      ...{ charged_micro_usd: 0, refunded_micro_usd: 864_000 },
    },
  ],
}
const quote = {
  ...{ offer_id: anOffer().id, slots: 2, days: 7, slots_free: 3 },
  ...{ slot_micro_usd_per_hour: 20_000, discount_basis_points: 1_000 },
  ...{ total_micro_usd: 6_048_000, on_demand_micro_usd: 6_720_000 },
  available_micro_usd: 10_000_000,
}
const answers = {
  'market.search': () => ({ offers: [anOffer()], total: 1, explain: null }),
  'market.read': () => anOffer(),
  'reservations.list': () => [reservation],
  'reservations.quote': () => quote,
  'reservations.create': () => reservation,
}

describe('reservations', () => {
  it('lists them, and shows one day by day with what an end now returns', async () => {
    await using world = await aWorld({ answers })
    const { stdout } = await world.run('reservations', 'list')
    expect(stdout).toContain('tower')
    expect(stdout).toContain('1/2')
    const shown = await world.run('reservations', 'show', 'tower')
    expect(shown.stdout).toContain('120 min')
    expect(shown.stdout).toContain('$3.00 back')
  })

  it('reserves at the price that was agreed to, and no higher one', async () => {
    await using world = await aWorld({ answers, person: ['no'] })
    const words = ['reservations', 'create', 'tower', '--slots', '2', '--days', '7']
    expect((await world.run(...words)).code).toBe(130)
    const ran = await world.run(...words, '--at-end', 'continue', '--yes')
    expect(ran.stdout).toContain('--reservation rrrr1111')
    const made = world.server.calls.filter(({ name }) => name === 'reservations.create')
    expect(made.map(({ body }) => body)).toEqual([
      {
        ...{ offer_id: anOffer().id, slots: 2, days: 7, at_end: 'continue' },
        total_micro_usd_max: 6_048_000,
      },
    ])
  })

  it('ends one only after a confirmation that names the refund, and changes its end', async () => {
    const more = {
      'reservations.cancel': () => ({ ...reservation, refunded_micro_usd: 3_864_000 }),
      'reservations.change': () => ({ ...reservation, at_end: 'continue' }),
    }
    await using world = await aWorld({ answers: { ...answers, ...more } })
    const refused = await world.run('reservations', 'cancel', 'rrrr1111')
    expect(refused).toMatchObject({ code: 2 })
    expect(refused.stderr).toContain('This returns $3.00.')
    const ended = await world.run('reservations', 'cancel', 'rrrr1111', '--yes')
    expect(ended.stdout).toContain('Refunded in all: $3.864.')
    const set = await world.run('reservations', 'set', 'tower', '--at-end', 'continue')
    expect(set.stdout).toContain('will continue on demand')
  })
})

it('rents on a reservation, at a quote for it', async () => {
  const market = {
    ...answers,
    'templates.list': () => [aTemplate()],
    'market.quote': () => aQuote(),
    'instances.order': () => ({ instance: anInstance() }),
  }
  await using world = await aWorld({ answers: market })
  const words = ['rent', 'tower', '--template', 'Debian', '--reservation', 'rrrr1111']
  expect((await world.run(...words, '--yes')).code).toBe(0)
  const calls = world.server.calls.filter(({ name }) =>
    ['market.quote', 'instances.order'].includes(name),
  )
  const on = { reservation_id: reservation.id, offer_id: anOffer().id }
  expect(calls.map(({ body }) => body)).toMatchObject([on, { ...on, quote_id: aQuote().id }])
})

it('sets and withdraws the terms of a machine', async () => {
  const terms = { days_max: 30, ...discounts }
  const machines = {
    'machines.list': () => [aMachine()],
    'machines.change': ({ body }: { body?: unknown }) => aMachine(Object(body)),
  }
  await using world = await aWorld({ answers: machines })
  const set = (words: string) => world.run('machines', 'set', 'tower', '--reservations', words)
  expect((await set('30:5,10,25')).stdout).toContain('accepts reservations of up to 30 days')
  expect((await set('off')).stdout).toContain('accepts no reservations')
  for (const wrong of ['30:10,5,25', '91:0,0,0', '30', '7:1,2,95'])
    expect((await set(wrong)).code).toBe(2)
  const changes = world.server.calls.filter(({ name }) => name === 'machines.change')
  expect(changes.map(({ body }) => body)).toEqual([
    { reservation_terms: terms },
    { reservation_terms: null },
  ])
})
