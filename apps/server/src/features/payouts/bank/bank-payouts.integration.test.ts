import { eventually } from '@gridloom/testkit/eventually'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { anIban, type BankSite, startBankSite } from '../../../../test/bank-site.ts'
import { refusalOf } from '../../../../test/people.ts'
import { checkLedger } from '../../ledger/index.ts'
import type { PayoutsCtx } from '../ctx.ts'
import { placeWeekly } from '../requests/weekly-payouts.ts'
import { createFile } from './create-file.ts'

type Client = BankSite['operator']

const dollar = 1_000_000
const account = { iban: 'gb29 nwbk 6016 1331 9268 19', bic: 'NWBKGB2L', holder: 'Ada Lovelace' }

describe('a bank account', () => {
  it('takes effect a day after the change, which is told by email, and is shown in part', async () => {
    await using site = await startBankSite()
    const { client } = await site.provider(100 * dollar)
    const changed = await client.payouts.changeBankAccount({ body: account })
    expect(changed).toMatchObject({
      current: null,
      pending: { iban: 'GB29 … 6819', bic: 'NWBKGB2L', holder: 'Ada Lovelace' },
    })
    const email = await emailAbout(site, 'will change')
    expect(email).toContain('GB29 … 6819')
    expect(email).not.toContain(anIban.slice(4, -4))
    expect(await refusalOf(request(client, 10 * dollar))).toMatchObject({
      code: 'payout_no_bank_account',
    })
    await passes(site, '24 hours')
    expect(await client.payouts.list()).toMatchObject({
      bank_account: { iban: 'GB29 … 6819', holder: 'Ada Lovelace' },
    })
    expect(await request(client, 10 * dollar)).toMatchObject({ iban: 'GB29 … 6819' })
  })

  it('is not entered with wrong digits, in another script, in a blocked country or without re-authentication', async () => {
    await using site = await startBankSite({ policy: { blockedCountries: ['FR'] } })
    const { client } = await site.provider(dollar)
    const refusal = async (change: object) =>
      refusalOf(client.payouts.changeBankAccount({ body: { ...account, ...change } }))
    expect(await refusal({ iban: 'GB29NWBK60161331926818' })).toMatchObject({
      ...{ code: 'invalid_input', fields: { iban: expect.any(String) } },
    })
    expect(await refusal({ holder: 'Иванов' })).toMatchObject({
      ...{ code: 'invalid_input', fields: { holder: expect.any(String) } },
    })
    expect(await refusal({ iban: 'FR1420041010050500013M02606' })).toMatchObject({
      ...{ code: 'payout_country_blocked', details: { country: 'FR' } },
    })
    await site.clock.jump(20 * 60_000)
    const late = site.server.client((await client.auth.refresh()).token)
    expect(await refusalOf(late.payouts.changeBankAccount({ body: account }))).toMatchObject({
      code: 'confirmation_required',
    })
    expect(await late.payouts.bankAccount()).toEqual({ current: null, pending: null })
  })

  it('stays while a change waits, which can be cancelled; removed, none is left', async () => {
    await using site = await startBankSite()
    const { client } = await site.payee(dollar)
    await client.payouts.changeBankAccount({ body: { ...account, holder: 'Somebody else' } })
    await client.payouts.changeBankAccount({ body: { ...account, holder: 'Another' } })
    expect(await client.payouts.cancelBankAccount()).toMatchObject({
      ...{ current: { holder: 'Zoë Lovelace' }, pending: null },
    })
    await emailAbout(site, 'was cancelled')
    expect(await refusalOf(client.payouts.cancelBankAccount())).toMatchObject({ code: 'not_found' })
    await client.payouts.changeBankAccount({ body: account })
    expect(await client.payouts.removeBankAccount()).toEqual({ current: null, pending: null })
    await emailAbout(site, 'was removed')
    await passes(site, '48 hours')
    expect(await client.payouts.bankAccount()).toEqual({ current: null, pending: null })
  })

  it('is asked for only where the operator pays to banks', async () => {
    await using site = await startBankSite()
    const { payoutSetup } = contextOf(site)
    expect(payoutSetup.sources).toEqual([])
    const { client } = await site.provider(dollar)
    expect((await client.payouts.list()).sources).toEqual([
      { method: 'bank', approve_above_micro_usd: 1_000 * dollar },
    ])
    const query = { method: 'wallet', chain_id: 1, token: `0x${'ab'.repeat(20)}` } as const
    expect(await refusalOf(client.payouts.quote({ query }))).toMatchObject({ code: 'payouts_off' })
  })
})

describe('a payout to a bank', () => {
  it('is in whole cents, above the least amount, at the fee that was shown', async () => {
    await using site = await startBankSite()
    const { client } = await site.payee(100 * dollar)
    expect(await client.payouts.quote({ query: { method: 'bank' } })).toMatchObject({
      ...{ fee_micro_usd: dollar / 2, minimum_micro_usd: 5 * dollar },
    })
    const code = async (microUsd: number, fee = dollar / 2) =>
      (await refusalOf(request(client, microUsd, fee))).code
    expect(await code(10 * dollar + 1)).toBe('invalid_input')
    expect(await code(4 * dollar)).toBe('payout_too_small')
    expect(await code(10 * dollar, 0)).toBe('payout_fee_changed')
    expect(await code(91 * dollar)).toBe('payout_too_large')
    expect(await code(90 * dollar)).toBe('good')
  })

  it('is paid when the operator records that the bank executed its file', async () => {
    await using site = await startBankSite()
    const { client } = await site.payee(100 * dollar)
    const { id } = await request(client, 50 * dollar)
    const file = await makeFile(site)
    expect(file).toMatchObject({ number: 1, payouts: 1, micro_usd: 49.5 * dollar })
    expect(await client.payouts.list()).toMatchObject({
      payouts: [{ id, state: 'in_file', file_number: 1 }],
    })
    const body = { reason: 'No' }
    const rejected = site.operator.payouts.reject({ params: { id }, body })
    expect(await refusalOf(rejected)).toMatchObject({ code: 'state_conflict' })
    const params = { number: 1 }
    expect(await site.operator.payouts.executeFile({ params })).toMatchObject({ returned: 0 })
    expect(await refusalOf(site.operator.payouts.executeFile({ params }))).toMatchObject({
      code: 'state_conflict',
    })
    expect(await client.payouts.list()).toMatchObject({
      ...{ payouts: [{ state: 'confirmed' }], in_progress_micro_usd: 0 },
      earned_micro_usd: 40 * dollar,
    })
    await emailAbout(site, 'was sent')
    await sums(site)
  })

  it.each(['before', 'after'] as const)(
    'returns with its fee when the bank refuses it %s its file counts as executed',
    async (when) => {
      await using site = await startBankSite()
      const { client } = await site.payee(100 * dollar)
      const { id } = await request(client, 50 * dollar)
      const params = { id }
      const body = { reason: 'The account is closed' }
      expect(await refusalOf(site.operator.payouts.recordReturn({ params, body }))).toMatchObject({
        code: 'state_conflict',
      })
      await makeFile(site)
      if (when === 'after') await site.operator.payouts.executeFile({ params: { number: 1 } })
      expect(await site.operator.payouts.recordReturn({ params, body })).toMatchObject({
        ...{ state: 'failed', reason: 'The account is closed' },
      })
      expect(await refusalOf(site.operator.payouts.recordReturn({ params, body }))).toMatchObject({
        code: 'state_conflict',
      })
      expect((await client.payouts.list()).payable_micro_usd).toBe(90 * dollar)
      expect((await site.operator.payouts.files()).files).toMatchObject([{ returned: 1 }])
      await sums(site)
    },
  )

  it('is made weekly of all that is payable, without parts of a cent', async () => {
    await using site = await startBankSite()
    const { client } = await site.payee(100 * dollar + 5_550)
    const source = { method: 'bank' } as const
    const settings = { schedule: 'weekly', threshold_micro_usd: 0, source, payee: null } as const
    expect(await client.payouts.changeSettings({ body: settings })).toMatchObject({ source })
    await placeWeekly(contextOf(site))
    await placeWeekly(contextOf(site))
    expect(await client.payouts.list()).toMatchObject({
      ...{ payouts: [{ method: 'bank', micro_usd: 90 * dollar }], payable_micro_usd: 4_995 },
    })
  })

  it('above the limit waits for two operators before any file', async () => {
    await using site = await startBankSite()
    const { client } = await site.payee(5_000 * dollar)
    const { id } = await request(client, 2_000 * dollar)
    expect(await refusalOf(makeFile(site))).toMatchObject({ code: 'payout_file_empty' })
    await site.operator.payouts.approve({ params: { id } })
    await (await site.anOperator()).payouts.approve({ params: { id } })
    expect(await makeFile(site)).toMatchObject({ payouts: 1 })
  })
})

describe('a file for the bank', () => {
  it('has each payout once, also when operators create files at once', async () => {
    await using site = await startBankSite()
    const ids = []
    for (let count = 0; count < 5; count++) {
      const { client } = await site.payee(100 * dollar)
      ids.push((await request(client, 10 * dollar)).id)
    }
    const second = await site.anOperator()
    const body = { available_micro_usd: 1_000 * dollar }
    const made = await Promise.all(
      [site.operator, second, site.operator].map(async (by) =>
        refusalOf(by.payouts.createFile({ body })),
      ),
    )
    expect(made.map(({ code }) => code).toSorted()).toEqual([
      ...['good', 'payout_file_empty', 'payout_file_empty'],
    ])
    const xml = await download(site, 1)
    expect(await download(site, 1)).toBe(xml)
    expect(referencesIn(xml).toSorted()).toEqual(ids.map((id) => id.replace('_', '-')).toSorted())
    expect(xml).toContain('<CtrlSum>47.50</CtrlSum>')
    expect(xml).toContain('<Nm>Zoe Lovelace</Nm>')
    expect(xml).toContain('<InstdAmt Ccy="USD">9.50</InstdAmt>')
  })

  it('has no more than the bank account covers, oldest first', async () => {
    await using site = await startBankSite()
    const { client } = await site.payee(100 * dollar)
    for (const amount of [20, 30, 6]) {
      await request(client, amount * dollar)
      await site.clock.jump(1_000)
    }
    const file = await makeFile(site, 49 * dollar)
    expect(file).toMatchObject({ payouts: 2, micro_usd: 49 * dollar })
    expect(await refusalOf(makeFile(site, 5 * dollar))).toMatchObject({ code: 'payout_file_empty' })
    expect((await site.operator.payouts.files()).waiting).toEqual({
      ...{ payouts: 1, micro_usd: 5.5 * dollar },
    })
    expect(await makeFile(site, 6 * dollar)).toMatchObject({ number: 2, payouts: 1 })
  })

  it('is created, downloaded and recorded by operators alone, after re-authentication', async () => {
    await using site = await startBankSite()
    const { client } = await site.payee(100 * dollar)
    await request(client, 10 * dollar)
    await makeFile(site)
    const params = { number: 1 }
    const calls = (by: Client) => [
      () => by.payouts.createFile({ body: { available_micro_usd: dollar } }),
      () => by.payouts.downloadFile({ params }),
      () => by.payouts.executeFile({ params }),
    ]
    for (const call of [...calls(client), () => client.payouts.files()])
      expect(await refusalOf(call())).toMatchObject({ code: 'forbidden' })
    await site.clock.jump(20 * 60_000)
    const late = site.server.client((await site.operator.auth.refresh()).token)
    for (const call of calls(late))
      expect(await refusalOf(call())).toMatchObject({ code: 'confirmation_required' })
  })

  it('has each payout once whatever a killed process had done', async () => {
    await using site = await startBankSite()
    const ids = []
    for (let count = 0; count < 6; count++) {
      const { client } = await site.payee(100 * dollar)
      ids.push((await request(client, 10 * dollar)).id)
      const ctx = contextOf(site)
      const body = { available_micro_usd: 1_000 * dollar }
      // At its start, before the commit, and after it.
      const deaths: PayoutsCtx['transact'][] = [
        () => die(),
        (work) => ctx.transact(async (tx) => die(await work(tx))),
        async (work) => die(await ctx.transact(work)),
      ]
      const transact = deaths[count % deaths.length] ?? ctx.transact
      await expect(createFile({ ...ctx, transact }, body)).rejects.toThrow('killed')
    }
    await refusalOf(makeFile(site))
    const { files } = await site.operator.payouts.files()
    const numbers = files.map(({ number }) => number).toSorted((one, other) => one - other)
    expect(numbers).toEqual(numbers.map((_, at) => at + 1))
    const written = await Promise.all(numbers.map(async (number) => download(site, number)))
    expect(written.flatMap(referencesIn).toSorted()).toEqual(
      ids.map((id) => id.replace('_', '-')).toSorted(),
    )
    for (const number of numbers) await site.operator.payouts.executeFile({ params: { number } })
    await sums(site)
  })
})

async function die(_?: unknown): Promise<never> {
  throw new Error('killed')
}

/** The context of a call of an operator, as the server makes it. */
function contextOf({ server }: BankSite): PayoutsCtx {
  const { system } = server.container
  const userId = system.ids.mint('account')
  return {
    ...system,
    actor: {
      ...{ kind: 'account', accountId: userId, userId, role: 'operator', hasAccess: true },
      via: { kind: 'standing_order' },
    },
  } as PayoutsCtx
}

async function request(client: Client, micro_usd: number, fee_micro_usd = dollar / 2) {
  return client.payouts.request({ body: { method: 'bank', micro_usd, fee_micro_usd } })
}

function makeFile({ operator }: BankSite, available_micro_usd = 1_000_000 * dollar) {
  return operator.payouts.createFile({ body: { available_micro_usd } })
}

async function download({ operator }: BankSite, number: number): Promise<string> {
  return (await operator.payouts.downloadFile({ params: { number } })).text()
}

function referencesIn(xml: string): string[] {
  return [...xml.matchAll(/<EndToEndId>(.*?)<\/EndToEndId>/g)].map(([, id = '']) => id)
}

/** Turning the clock by a day would end sessions, so the change is made older. */
async function passes({ db }: BankSite, time: string): Promise<void> {
  await sql`update bank_accounts set requested_at = requested_at - ${time}::interval,
    effective_at = effective_at - ${time}::interval,
    cancelled_at = cancelled_at - ${time}::interval,
    removed_at = removed_at - ${time}::interval`.execute(db)
}

async function emailAbout({ server }: BankSite, words: string): Promise<string> {
  return eventually(() => {
    const found = server.emails.find(({ subject }) => subject.includes(words))
    if (found === undefined) throw new Error(`no email about ${words}`)
    return found.text
  })
}

/** Every posting sums to zero, and all balances are those of their entries. */
async function sums({ server, operator }: BankSite): Promise<void> {
  expect(await checkLedger(server.container.db)).toMatchObject({ clean: true, sumMicroUsd: 0 })
  expect((await operator.reconciliation.run()).differences).toEqual([])
}
