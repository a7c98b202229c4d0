import { expect, it } from 'vitest'
import { anOrder } from '../../src/order.ts'
import { startProduct } from '../../src/product.ts'
import { signIn } from '../../src/sign-up.ts'

it('never charges a removed member for what their company session goes on ordering', async () => {
  await using site = await setup()
  const { acting, member, offerId } = site
  expect(await acting.ledger.balance()).toMatchObject({ available_micro_usd: 2_000_000 })
  await site.remove()
  const refused = { code: 'membership_ended', status: 403 }
  await expect(acting.ledger.balance()).rejects.toMatchObject(refused)
  await expect(acting.instances.order({ body: anOrder(offerId) })).rejects.toMatchObject(refused)
  await expect(acting.identity.details()).rejects.toMatchObject(refused)
  // Refreshing does not turn it into something else.
  const { token } = await acting.identity.refresh()
  const again = site.client(token)
  await expect(again.instances.order({ body: anOrder(offerId) })).rejects.toMatchObject(refused)
  expect(await member.ledger.balance()).toMatchObject({ available_micro_usd: 5_000_000 })
  expect(await member.instances.list()).toEqual([])

  // Their own money begins where they say so.
  const { token: own } = await again.identity.actAs({ body: { company_id: null } })
  const { instance } = await site.client(own).instances.order({ body: anOrder(offerId) })
  expect((await member.instances.list()).map(({ id }) => id)).toEqual([instance.id])
})

async function setup() {
  const product = await startProduct({ driver: 'fake' })
  const { server, operator } = product
  const [boss, member] = [await product.newcomer(), await product.newcomer()]
  const { account_id } = await member.client.identity.details()
  const { id } = await boss.client.companies.create({ body: { name: 'Acme' } })
  const params = { id }
  await operator.ledger.credit({
    body: { email: boss.email, micro_usd: 2_000_000, key: 'paid', text: 'Paid' },
  })
  await boss.client.companies.fund({ params, body: { micro_usd: 2_000_000, key: 'fund' } })
  const invited = await boss.client.companies.invite({
    params,
    body: { email: member.email, role: 'member' },
  })
  await member.client.companies.acceptInvitation({ params: { id: invited.id } })
  const second = server.client(
    await signIn(server, { email: member.email, password: member.password }),
  )
  const { token } = await second.identity.actAs({ body: { company_id: id } })
  return {
    acting: server.client(token),
    member: member.client,
    offerId: (await product.offerOf()).id,
    client: server.client,
    remove: () => boss.client.companies.removeMember({ params: { id, account_id } }),
    [Symbol.asyncDispose]: () => product[Symbol.asyncDispose](),
  }
}
