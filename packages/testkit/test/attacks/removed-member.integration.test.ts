import type { Client } from '@gridloom/client/calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { expect, it } from 'vitest'
import { anOrder } from '../../src/order.ts'
import { type Person, startProduct } from '../../src/product.ts'
import { signIn } from '../../src/sign-up.ts'

it('rejects the company session of a removed member, and charges nothing to their own account', async () => {
  await using site = await setup()
  const { acting, member, offerId } = site
  expect(await acting.ledger.balance()).toMatchObject({ available_micro_usd: 2_000_000 })
  await site.remove()
  const refused = { code: 'membership_ended', status: 403 }
  await expect(acting.ledger.balance()).rejects.toMatchObject(refused)
  await expect(acting.instances.order({ body: anOrder(offerId) })).rejects.toMatchObject(refused)
  await expect(acting.accounts.details()).rejects.toMatchObject(refused)
  // Refreshing does not turn it into a personal session.
  const { token } = await acting.auth.refresh()
  const again = site.client(token)
  await expect(again.instances.order({ body: anOrder(offerId) })).rejects.toMatchObject(refused)
  expect(await member.ledger.balance()).toMatchObject({ available_micro_usd: 5_000_000 })
  expect(await member.instances.list()).toEqual([])

  // Their own account is charged once they switch to it.
  const { token: own } = await again.auth.actAs({ body: { company_id: null } })
  const { instance } = await site.client(own).instances.order({ body: anOrder(offerId) })
  expect((await member.instances.list()).map(({ id }) => id)).toEqual([instance.id])
})

it('removes the SSH keys of a removed member from the company’s instances, and rejects their key', async () => {
  await using site = await setup()
  const { acting, member, boss } = site
  await member.keys.addSshKey({ body: { ssh_key: anSshKey(1), name: 'laptop' } })
  const { key } = await member.companies.generateKey({
    params: { id: site.company },
    body: { name: 'theirs', scopes: ['instances:read'] },
  })
  const theirs = await site.running(acting)
  await boss.keys.addSshKey({ body: { ssh_key: anSshKey(2), name: 'desk' } })
  const ours = await site.running(await site.actingOf(site.owner))
  expect(site.letsIn(theirs)).toBe(`${anSshKey(1)}\n`)
  expect(site.letsIn(ours)).toBe(`${anSshKey(2)}\n`)
  expect((await site.client(key).instances.list()).length).toBe(2)

  await site.remove()
  await expect(site.client(key).instances.list()).rejects.toMatchObject({ status: 401 })
  await site.untilLetsIn(theirs, '')
  // The instance keeps running for the company, and the owner's SSH keys remain.
  const seen = await site.client(await site.actingToken(site.owner)).instances.list()
  const states = seen.map(({ id, state }) => ({ id, state }))
  expect(states).toContainEqual({ id: theirs, state: 'running' })
  expect(site.letsIn(ours)).toBe(`${anSshKey(2)}\n`)
})

it('adds and removes the SSH keys of a user on a running instance', async () => {
  await using site = await setup()
  const own = await site.running(site.member)
  expect(site.letsIn(own)).toBeUndefined()
  const { id } = await site.member.keys.addSshKey({ body: { ssh_key: anSshKey(3) } })
  await site.untilLetsIn(own, `${anSshKey(3)}\n`)
  await site.member.keys.removeSshKey({ params: { id } })
  await site.untilLetsIn(own, '')
})

/** A public key as `ssh-keygen -t ed25519` writes it, a different one for each seed. */
function anSshKey(seed: number): string {
  const parts = [Buffer.from(`ssh-ed25519`), Buffer.alloc(32, seed)]
  const blob = parts.flatMap((part) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(part.length)
    return [length, part]
  })
  return `ssh-ed25519 ${Buffer.concat(blob).toString('base64')}`
}

async function setup() {
  const product = await startProduct({ driver: 'fake', cpuSlots: 3 })
  const { server, operator } = product
  const [boss, member] = [await product.newcomer(), await product.newcomer()]
  const { account_id } = await member.client.accounts.details()
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
  const actingToken = async ({ email, password }: Person) => {
    const second = server.client(await signIn(server, { email, password }))
    return (await second.auth.actAs({ body: { company_id: id } })).token
  }
  const actingOf = async (who: Person) => server.client(await actingToken(who))
  const offerId = (await product.offerOf()).id
  const letsIn = (instance: InstanceId) =>
    product.machine.fake.fileText(instance, '/root/.ssh/authorized_keys')
  return {
    acting: await actingOf(member),
    actingOf,
    actingToken,
    member: member.client,
    boss: boss.client,
    owner: boss,
    company: id,
    offerId,
    client: server.client,
    letsIn,
    /** At the latest at the machine's next heartbeat. */
    untilLetsIn: (instance: InstanceId, keys: string) =>
      expect.poll(() => letsIn(instance), { timeout: 15_000 }).toBe(keys),
    async running(who: Client) {
      const { instance } = await who.instances.order({ body: anOrder(offerId) })
      const params = { id: instance.id }
      await product.until({
        read: () => who.instances.read({ params }),
        satisfies: ({ state }) => state === 'running',
      })
      return instance.id
    },
    remove: () => boss.client.companies.removeMember({ params: { id, account_id } }),
    [Symbol.asyncDispose]: () => product[Symbol.asyncDispose](),
  }
}
