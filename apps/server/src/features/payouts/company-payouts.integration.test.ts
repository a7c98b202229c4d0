import type { AccountId } from '@gridloom/contract/core/ids'
import { openAccount } from '@gridloom/testkit/open-account'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { becomeOperator, type PayoutSite, startPayoutSite } from '../../../test/payout-site.ts'
import { refusalOf } from '../../../test/people.ts'
import { checkLedger } from '../ledger/index.ts'

const dollar = 1_000_000
const atWill = { schedule: 'at_will', threshold_micro_usd: 0, source: null, payee: null } as const

describe('payouts of a company', () => {
  it('are requested by owners and admins, of its own earnings, and told to all of them', async () => {
    await using site = await startPayoutSite()
    const acme = await company(site)
    for (const { client } of [acme.owner, acme.admin])
      expect(await client.payouts.list()).toMatchObject({ earned_micro_usd: 1_800 * dollar })
    const payout = await request(site, acme.admin.client, 500 * dollar)
    expect((await acme.owner.client.payouts.list()).payouts).toMatchObject([{ id: payout.id }])
    expect(await mailedAbout(site, 'Acme’s payout was requested')).toEqual(
      [acme.admin.email, acme.owner.email].toSorted(),
    )
    await acme.owner.client.auth.actAs({ body: { company_id: null } }).then(async ({ token }) => {
      const own = await site.server.client(token).payouts.list()
      expect(own).toMatchObject({ earned_micro_usd: 0, payouts: [] })
    })
    expect((await checkLedger(site.server.container.db)).clean).toBe(true)
  })

  it('are neither read nor changed by members without the right, nor by former ones', async () => {
    await using site = await startPayoutSite()
    const acme = await company(site)
    const payout = await request(site, acme.admin.client, 1_500 * dollar)
    const codes = async (client: Client) => {
      const { fee_micro_usd } = await acme.owner.client.payouts.quote({ query: site.source })
      const body = { ...site.source, micro_usd: 10 * dollar, fee_micro_usd }
      const calls = [
        client.payouts.list(),
        client.payouts.settings(),
        client.payouts.bankAccount(),
        client.wallet.payoutAddress(),
        client.payouts.request({ body }),
        client.payouts.cancel({ params: { id: payout.id } }),
        client.payouts.changeSettings({ body: atWill }),
        client.payouts.cancelBankAccount(),
        client.payouts.removeBankAccount(),
        client.wallet.changePayoutAddress({ body: { wallet_id: acme.walletId } }),
        client.wallet.cancelPayoutAddress(),
        client.rewards.claim({ body: { to: 'payouts' } }),
      ]
      return Promise.all(calls.map(async (call) => (await refusalOf(call)).code))
    }
    expect(new Set(await codes(acme.member.client))).toEqual(new Set(['forbidden']))
    const params = { id: acme.id, account_id: acme.admin.id }
    await acme.owner.client.companies.removeMember({ params })
    const after = await codes(acme.admin.client)
    expect(after).not.toContain('good')
    expect((await acme.owner.client.payouts.list()).payouts).toMatchObject([{ state: 'requested' }])
  })

  it('go to a wallet of the member who chose it, until they leave', async () => {
    await using site = await startPayoutSite()
    const acme = await company(site)
    const { admin, owner } = acme
    const foreign = admin.client.wallet.changePayoutAddress({ body: { wallet_id: acme.walletId } })
    expect(await refusalOf(foreign)).toMatchObject({ code: 'not_found' })
    const walletId = await linkWallet(site, admin.id, 'cd')
    const view = await admin.client.wallet.changePayoutAddress({ body: { wallet_id: walletId } })
    expect(view.pending).toMatchObject({ wallet_id: walletId })
    expect(await mailedAbout(site, 'The payout address of Acme will change')).toHaveLength(2)
    await sql`update payout_addresses set requested_at = requested_at - interval '2 days',
      effective_at = effective_at - interval '2 days' where wallet_id = ${acme.walletId}`.execute(
      site.server.container.db,
    )
    await sql`update payout_addresses set requested_at = requested_at - interval '2 days',
      effective_at = effective_at - interval '1 day' where wallet_id = ${walletId}`.execute(
      site.server.container.db,
    )
    expect((await owner.client.payouts.list()).address?.address.toLowerCase()).toBe(
      `0x${'cd'.repeat(20)}`,
    )
    await owner.client.companies.removeMember({ params: { id: acme.id, account_id: admin.id } })
    expect((await owner.client.payouts.list()).address).toBeNull()
    expect(await mailedAbout(site, 'The payout address of Acme was removed')).toEqual([owner.email])
  })

  it('are not decided by an operator who is a member', async () => {
    await using site = await startPayoutSite()
    const acme = await company(site)
    const payout = await request(site, acme.admin.client, 1_500 * dollar)
    const params = { id: payout.id }
    const own = await becomeOperator(site.server, acme.member.personal)
    expect(await refusalOf(own.payouts.approve({ params }))).toMatchObject({ code: 'payout_own' })
    const rejected = own.payouts.reject({ params, body: { reason: 'x' } })
    expect(await refusalOf(rejected)).toMatchObject({ code: 'payout_own' })
    const [seen] = await site.operator.payouts.every()
    expect(seen).toMatchObject({ company: 'Acme', email: expect.stringContaining(', ') })
    const approved = await site.operator.payouts.approve({ params })
    expect(approved.approvals).toEqual({ given: 1, needed: 2 })
  })

  it('are made weekly, and keep the company from being closed while in progress', async () => {
    await using site = await startPayoutSite()
    const acme = await company(site)
    const body = { ...atWill, schedule: 'weekly', source: site.source } as const
    await acme.owner.client.payouts.changeSettings({ body })
    const { placeWeekly } = await import('./requests/weekly-payouts.ts')
    await placeWeekly(site.server.container.system)
    const { payouts } = await acme.owner.client.payouts.list()
    expect(payouts).toMatchObject([{ state: 'requested', micro_usd: 1_800 * dollar }])
    const closing = acme.owner.client.companies.close({ params: { id: acme.id } })
    expect(await refusalOf(closing)).toMatchObject({ code: 'account_in_use' })
    for (const { id } of payouts) await acme.owner.client.payouts.cancel({ params: { id } })
    await acme.owner.client.companies.close({ params: { id: acme.id } })
    const { rows } = await sql`select from payout_settings where account_id = ${acme.id}`.execute(
      site.server.container.db,
    )
    expect(rows).toEqual([])
    expect((await checkLedger(site.server.container.db)).clean).toBe(true)
  })
})

type Client = PayoutSite['operator']

interface Member {
  id: AccountId
  email: string
  /** Acts for the company. */
  client: Client
  /** Another session of the same user, for their own account. */
  personal: Client
}

/** A company with a payout address of its owner in effect, which earned $1,800 some days ago. */
async function company(site: PayoutSite) {
  const people = await Promise.all(['owner', 'admin', 'member'].map((name) => person(site, name)))
  const [owner, admin, member] = people
  if (!owner || !admin || !member) throw new RangeError('three were asked for')
  const { id } = await owner.personal.companies.create({ body: { name: 'Acme' } })
  for (const [who, role] of [[admin, 'admin'] as const, [member, 'member'] as const]) {
    const body = { email: who.email, role }
    const invited = await owner.personal.companies.invite({ params: { id }, body })
    await who.personal.companies.acceptInvitation({ params: { id: invited.id } })
  }
  const walletId = await linkWallet(site, owner.id, 'ab')
  await site.addressOf(id, walletId)
  await site.earn(id, 2_000 * dollar)
  const acting = async (who: typeof owner): Promise<Member> => {
    const { token } = await who.other.auth.actAs({ body: { company_id: id } })
    return { ...who, client: site.server.client(token) }
  }
  return {
    ...{ id, walletId },
    ...{ owner: await acting(owner), admin: await acting(admin), member: await acting(member) },
  }
}

async function person({ server }: PayoutSite, name: string) {
  const email = `${name}@example.com`
  const password = 'a password of company tests'
  const personal = server.client(await openAccount(server, { email, password, access: true }))
  const { signIn } = await import('@gridloom/testkit/sign-up')
  const other = server.client(await signIn(server, { email, password }))
  const { account_id: id } = await personal.accounts.details()
  return { id, email, personal, other }
}

async function linkWallet({ server }: PayoutSite, accountId: AccountId, byte: string) {
  const { system, db } = server.container
  const id = system.ids.mint('wallet')
  await sql`insert into wallets (id, account_id, address, label, created_at)
    values (${id}, ${accountId}, ${`0x${byte.repeat(20)}`}, 'Wallet', now())`.execute(db)
  return id
}

async function request(site: PayoutSite, client: Client, micro_usd: number) {
  const { fee_micro_usd } = await client.payouts.quote({ query: site.source })
  return client.payouts.request({ body: { ...site.source, micro_usd, fee_micro_usd } })
}

/** Whom emails of a subject went to, or will go to. */
async function mailedAbout({ server }: PayoutSite, subject: string): Promise<string[]> {
  const { rows } = await sql<{ to: string }>`
    select to_address as to from outgoing_mails where starts_with(subject, ${subject})`.execute(
    server.container.db,
  )
  const sent = server.emails.filter((email) => email.subject.startsWith(subject))
  return [...new Set([...rows, ...sent].map(({ to }) => to))].toSorted()
}
