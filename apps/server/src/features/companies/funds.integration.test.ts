import { confirmedForS } from '@gridloom/contract/core/constants'
import type { AccountId } from '@gridloom/contract/core/ids'
import { aKey } from '@gridloom/testkit/stand-in-agent'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  type CompaniesFixture,
  codeOf,
  type Somebody,
  withCompanies,
} from '../../../test/companies.ts'
import { placeHold } from '../ledger/index.ts'
import { keepOpen } from './quotas/keep-open.ts'

describe('funding a company', () => {
  it('moves credit from the personal balance and appears on both statements', async () => {
    await using site = await withCompanies()
    const { id, params, owner } = await site.company()
    await site.clock.advance(1_000)
    const balance = await fund(owner, id, 1_500_000)
    expect(balance.available_micro_usd).toBe(1_500_000)
    expect((await owner.client.ledger.balance()).available_micro_usd).toBe(3_500_000)
    const text = `From ${owner.username} to Acme`
    expect((await owner.client.ledger.statements()).statements[0]).toMatchObject({
      kind: 'transfer',
      text,
      available_change_micro_usd: -1_500_000,
    })
    const acting = await site.actAs(owner, id)
    expect(await acting.client.ledger.statements()).toMatchObject({
      total: 1,
      statements: [{ kind: 'transfer', text, available_change_micro_usd: 1_500_000 }],
    })
    expect(await acting.client.companies.read({ params })).toMatchObject({
      balance: { available_micro_usd: 1_500_000 },
    })
    expect(await site.proof()).toMatchObject({ clean: true })
  })

  it('uses the personal balance also while the session acts for the company', async () => {
    await using site = await withCompanies()
    const { id, owner } = await site.company()
    const acting = await site.actAs(owner, id)
    await fund(acting, id, 10_000)
    const self = await site.actAs(acting, null)
    expect((await self.client.ledger.balance()).available_micro_usd).toBe(4_990_000)
  })

  it('moves the amount once per key, also in concurrent requests', async () => {
    await using site = await withCompanies()
    const { id, admin } = await site.company()
    await Promise.all(Array.from({ length: 6 }, () => fund(admin, id, 10_000)))
    expect((await admin.client.ledger.balance()).available_micro_usd).toBe(4_990_000)
    expect(await codeOf(fund(admin, id, 10_001))).toBe('idempotency_conflict')
  })

  it('rejects too little balance, members, small amounts and an old re-authentication', async () => {
    await using site = await withCompanies()
    const { id, owner, member } = await site.company()
    expect(await codeOf(fund(owner, id, 5_000_001))).toBe('insufficient_funds')
    expect(await codeOf(fund(member, id, 10_000))).toBe('forbidden')
    expect(await codeOf(fund(owner, id, 9_999))).toBe('invalid_input')
    await site.clock.jump(confirmedForS * 1_000)
    expect(await codeOf(fund(owner, id, 10_000))).toBe('confirmation_required')
  })
})

describe('closing a company', () => {
  it('pays the remaining balance to the closing owner and ends all memberships', async () => {
    await using site = await withCompanies()
    const { id, params, owner, admin, member } = await site.company()
    await fund(owner, id, 1_000_000)
    await fund(admin, id, 500_000)
    const acting = await site.actAs(member, id)
    await owner.client.companies.invite({
      params,
      body: { email: 'new@example.com', role: 'member' },
    })
    await owner.client.companies.close({ params })
    expect((await owner.client.ledger.balance()).available_micro_usd).toBe(5_500_000)
    for (const who of [owner, admin, member])
      expect(await codeOf(site.server.client(who.token).companies.read({ params }))).not.toBe(
        'good',
      )
    expect(await owner.client.companies.list()).toEqual([])
    expect(await codeOf(acting.client.ledger.balance())).toBe('membership_ended')
    const self = await site.actAs(acting, null)
    expect((await self.client.ledger.balance()).available_micro_usd).toBe(5_000_000)
    expect(await codeOf(owner.client.companies.close({ params }))).toBe('not_found')
    expect(await codeOf(fund(owner, id, 10_000))).toBe('not_found')
    expect(await site.proof()).toMatchObject({ clean: true })
  })

  it('is allowed to owners only', async () => {
    await using site = await withCompanies()
    const { params, admin, member } = await site.company()
    for (const { client } of [admin, member])
      expect(await codeOf(client.companies.close({ params }))).toBe('forbidden')
  })

  it('is refused while an API key is active, with the key as the reason', async () => {
    await using site = await withCompanies()
    const { id, params, owner } = await site.company()
    const body = { name: 'ci', scopes: ['market:read' as const] }
    const made = await owner.client.companies.generateKey({ params, body })
    await expect(owner.client.companies.close({ params })).rejects.toMatchObject({
      code: 'account_in_use',
      details: { what: '1 API key' },
    })
    await owner.client.companies.revokeKey({ params: { id, key_id: made.api_key.id } })
    expect(await codeOf(owner.client.companies.close({ params }))).toBe('good')
  })

  it('succeeds with a spending allowance open, which goes to the owner with the rest', async () => {
    await using site = await withCompanies()
    const { id, params, owner } = await site.company()
    await fund(owner, id, 100_000)
    const { allowances } = site.server.container.system
    const reservation = await allowances.reserve({ accountId: id, keyId: null }, 40_000)
    const before = (await owner.client.ledger.balance()).available_micro_usd
    await owner.client.companies.close({ params })
    const after = (await owner.client.ledger.balance()).available_micro_usd
    expect(after - before).toBe(100_000)
    reservation.release()
  })

  it('is refused while money is on hold', async () => {
    await using site = await withCompanies()
    const { id, params, owner } = await site.company()
    await fund(owner, id, 100_000)
    const { system } = site.server.container
    const instanceId = system.ids.mint('instance')
    await system.transact((tx) =>
      placeHold(system, tx, { accountId: id, purpose: instanceId, microUsd: 40_000, key: 'k' }),
    )
    await expect(owner.client.companies.close({ params })).rejects.toMatchObject({
      code: 'account_in_use',
    })
    expect(await owner.client.companies.read({ params })).toMatchObject({
      balance: { available_micro_usd: 60_000, held_micro_usd: 40_000 },
    })
  })
})

describe('a resource created while its company is being closed', () => {
  it('is committed before the company is closed', async () => {
    await using site = await withCompanies()
    const { id, params, owner } = await site.company()
    const { system } = site.server.container
    const order: string[] = []
    let closing: Promise<unknown> = Promise.resolve()
    await system.transact(async (tx) => {
      await keepOpen(tx, id)
      closing = owner.client.companies.close({ params }).then(() => order.push('closed'))
      await untilSomebodyWaits(site)
      order.push('made')
    })
    await closing
    expect(order).toEqual(['made', 'closed'])
  })

  it('is refused after the closing, also with an earlier enrolment token', async () => {
    await using site = await withCompanies()
    const { id, params, owner } = await site.company()
    const acting = await site.actAs(await site.again(owner), id)
    const { token } = await acting.client.machines.createEnrolmentToken()
    await owner.client.companies.close({ params })
    const { system } = site.server.container
    const made = system.transact((tx) => keepOpen(tx, id))
    await expect(made).rejects.toMatchObject({ code: 'not_found' })
    const key = aKey()
    const enrolled = site.server.client().machines.enrol({
      body: { token, public_key: key.publicKey, name: 'box', signature: key.enrolment(token) },
    })
    expect(await codeOf(enrolled)).toBe('not_found')
    await system.transact((tx) => keepOpen(tx, owner.id))
  })
})

/** Resolves once a statement waits for a lock of another transaction. */
async function untilSomebodyWaits({ db }: CompaniesFixture): Promise<void> {
  for (let looks = 0; looks < 10_000; looks += 1) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if (rows.length > 0) return
  }
  throw new RangeError('nobody came to wait')
}

function fund(who: Somebody, id: AccountId, microUsd: number, key = 'k') {
  return who.client.companies.fund({ params: { id }, body: { micro_usd: microUsd, key } })
}
