import { anActor } from '@gridloom/testkit/actor'
import { expect, it } from 'vitest'
import { withAllowances } from '../../../../test/allowances.ts'
import { noFeatures } from '../../../platform/all-features.ts'
import { readBill } from '../../ledger/index.ts'
import type { Reservation } from '../money/reservation.ts'
import { readApiUsage } from './read-api-usage.ts'

const january = { from: '2026-01-01', to: '2026-01-31' }

it('the receipt of API use is what the bill charges for it, for each key, and nobody else’s', async () => {
  await using site = await setup()
  await site.ask(site.one, [3_000, 4_000, 0])
  await site.ask(site.other, [500])
  await site.pass(5_000)
  const all = await site.usage(january)
  const bill = await readBill(site.context, site.payer.accountId, {
    ...{ month: '2026-01', all: noFeatures },
  })
  expect(sumOf(all)).toBe(7_500)
  expect(bill.products.find(({ product }) => product === 'models')?.spent_micro_usd).toBe(7_500)
  expect(all.days).toMatchObject([{ day: '2026-01-01', answers: 4, microUsd: 7_500 }])
  expect(all.isRunning).toBe(true)
  expect(sumOf(await site.usage({ ...january, key: site.one.keyId }))).toBe(7_000)
  const stranger = await site.aPayer(1)
  expect(sumOf(await site.usage({ ...january, key: site.one.keyId }, stranger.accountId))).toBe(0)
})

it('counts no answers of chats, which a session asked for', async () => {
  await using site = await setup()
  await site.ask(site.payer, [900])
  await site.pass(5_000)
  expect(sumOf(await site.usage(january))).toBe(0)
})

it('counts an answer on the UTC day on which it was charged, as the bill does', async () => {
  await using site = await setup()
  await site.clock.jump(86_400_000 - 500)
  await site.ask(site.one, [3_000])
  await site.pass(5_000)
  const bill = await readBill(site.context, site.payer.accountId, {
    ...{ month: '2026-01', all: noFeatures },
  })
  const [charged] = bill.days.filter(({ spent_micro_usd: spent }) => spent > 0)
  const [day] = (await site.usage(january)).days
  expect(day?.day).toBe(charged?.day)
  expect(sumOf(await site.usage({ from: day?.day ?? '', to: day?.day ?? '' }))).toBe(3_000)
})

it.each([
  ['2026-01-02', '2026-01-01'],
  ['2026-01-01', '2027-01-02'],
])('refuses the period %s to %s', async (from, to) => {
  await using site = await setup()
  await expect(site.usage({ from, to })).rejects.toMatchObject({ code: 'invalid_input' })
})

function sumOf({ days }: Awaited<ReturnType<typeof readApiUsage>>): number {
  return days.reduce((sum, { microUsd }) => sum + microUsd, 0)
}

async function setup() {
  const fixture = await withAllowances()
  const { allowances } = fixture.replica()
  const payer = await fixture.aPayer(1_000_000)
  const endpoint = fixture.endpoint()
  const [one, other] = [await fixture.keyOf(payer, null), await fixture.keyOf(payer, null)]
  const { context } = fixture
  return {
    ...{ ...fixture, payer, one, other },
    async ask(by: typeof payer, amounts: readonly number[]) {
      for (const microUsd of amounts) {
        const reserved: Reservation = await allowances.reserve(by, 10_000)
        reserved.settle(fixture.answer(by, { endpoint, microUsd }))
      }
    },
    usage: (query: Parameters<typeof readApiUsage>[1], accountId = payer.accountId) =>
      readApiUsage({ ...context, actor: anActor(accountId) }, query),
  }
}
