import { api } from '@gridloom/contract/api'
import { checkLedger } from '@gridloom/server/features/ledger/index'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { anOrder } from '../../src/order.ts'
import { startProduct } from '../../src/product.ts'
import { startServer } from '../../src/server.ts'
import { signIn, signUp } from '../../src/sign-up.ts'

const credit = 5_000_000
const nothing = { available_micro_usd: 0, welcome_micro_usd: 0 }

it('gives welcome credit once per mailbox, in any spelling and after the account is closed', async () => {
  await using server = await startServer()
  const join = async (email: string) => server.client(await signUp(server, { email, access: true }))
  const first = await join('farm@gmail.com')
  expect(await first.ledger.balance()).toMatchObject({ welcome_micro_usd: credit })
  for (const email of ['farm+1@gmail.com', 'F.arm@gmail.com', 'f.a.r.m+2@googlemail.com'])
    expect(await (await join(email)).ledger.balance()).toMatchObject(nothing)
  await first.privacy.closeAccount()
  expect(await (await join('fa.rm@gmail.com')).ledger.balance()).toMatchObject(nothing)
  // The rows that remain of a closed account contain no addresses.
  const rows = await server.container.db
    .withTables<{ welcome_claims: { address_hash: string } }>()
    .selectFrom('welcome_claims')
    .selectAll()
    .execute()
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain('farm')
})

it('gives no credit without an access code, and admits ten users per network a day', async () => {
  await using server = await startServer({ config: { trustProxy: 1 } })
  const redeemFrom = async (address: string) => {
    const token = await signUp(server, { access: false })
    expect(await server.client(token).ledger.balance()).toMatchObject(nothing)
    const response = await fetch(`${server.url}${api.accounts.enterAccessCode.path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-forwarded-for': address,
      },
      body: JSON.stringify({ referral_code: server.accessCode }),
    })
    return z.object({ code: z.string().default('good') }).parse(await response.json()).code
  }
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, (_, n) => redeemFrom(`2001:db8:7:7::${n + 1}`)),
  )
  expect(outcomes.filter((code) => code === 'good')).toHaveLength(10)
  expect(outcomes.filter((code) => code === 'joining_limited')).toHaveLength(2)
  expect(await redeemFrom('2001:db8:7:8::1')).toBe('good')
  // Rejected users consume no use of the access code.
  const rows = await server.container.db
    .withTables<{ access_codes: { uses: number } }>()
    .selectFrom('access_codes')
    .select('uses')
    .execute()
  expect(rows).toEqual([{ uses: 11 }])
})

it('does not transfer welcome credit, spends it last, and pays none of it out as earned money', async () => {
  await using site = await setup()
  const { product, renter, runFor } = site
  const company = await renter.companies.create({ body: { name: 'Pool' } })
  const fund = (key: string) =>
    renter.companies.fund({ params: { id: company.id }, body: { micro_usd: 10_000, key } })
  await expect(fund('a')).rejects.toMatchObject({ code: 'credit_not_movable', status: 402 })
  await site.pay(500)
  await expect(fund('b')).rejects.toMatchObject({ code: 'credit_not_movable' })

  const cost = await runFor(10 * 60_000)
  expect(cost).toBeGreaterThan(1_000)
  const left = await renter.ledger.balance()
  expect(left.welcome_micro_usd).toBe(credit + 500 - cost)
  expect(left.available_micro_usd).toBe(left.welcome_micro_usd)
  const { earned_micro_usd: earned, earned_of_welcome_micro_usd: marked } =
    await product.provider.ledger.balance()
  expect(earned).toBeGreaterThan(500)
  expect(earned - marked).toBeLessThanOrEqual(500)

  // A renter’s own machine earns none of it.
  expect(await runFor(5 * 60_000, await site.ownMachine())).toBe(0)
  expect(await renter.ledger.balance()).toMatchObject({
    welcome_micro_usd: left.welcome_micro_usd,
    earned_micro_usd: 0,
  })
  expect(await checkLedger(product.server.container.db)).toMatchObject({ clean: true })
})

it('keeps earned welcome credit marked when the company that earned it is closed', async () => {
  await using site = await setup()
  const { product, runFor } = site
  const friend = await product.newcomer()
  const { server } = product
  const { id } = await friend.client.companies.create({ body: { name: 'Mill' } })
  const { email, password } = friend
  const acting = server.client(await signIn(server, { email, password }))
  const { token } = await acting.auth.actAs({ body: { company_id: id } })
  const owner = server.client(token)
  const before = await friend.client.ledger.balance()
  const machine = await product.addMachine({ owner })
  expect(await runFor(10 * 60_000, machine)).toBeGreaterThan(1_000)
  const { earned_of_welcome_micro_usd: marked } = await owner.ledger.balance()
  expect(marked).toBeGreaterThan(1_000)
  await owner.machines.remove({ params: { id: machine.id } })
  await friend.client.companies.close({ params: { id } })
  expect(await friend.client.ledger.balance()).toMatchObject({
    available_micro_usd: before.available_micro_usd,
    earned_micro_usd: marked,
    earned_of_welcome_micro_usd: marked,
    debt_micro_usd: 0,
  })
})

async function setup() {
  const product = await startProduct({ driver: 'fake', clock: 'fake' })
  const { renter } = product
  return {
    product,
    renter,
    async pay(micro_usd: number) {
      const { email } = product.people.renter
      await product.operator.ledger.credit({
        body: { email, micro_usd, key: `${micro_usd}`, text: 'Paid' },
      })
    },
    /** Runs an instance of the renter's, and returns what it cost. */
    async runFor(ms: number, machine = product.machine): Promise<number> {
      const { id: offerId } = await product.offerOf(machine)
      const { instance } = await renter.instances.order({ body: anOrder(offerId) })
      await product.untilInstance(instance.id, ({ ready }) => ready)
      await product.turn(ms)
      await renter.instances.destroy({ params: { id: instance.id } })
      const ended = await product.untilInstance(instance.id, ({ state }) => state === 'destroyed')
      return ended.cost_micro_usd
    },
    ownMachine: () => product.addMachine({ owner: renter }),
    [Symbol.asyncDispose]: () => product[Symbol.asyncDispose](),
  }
}
