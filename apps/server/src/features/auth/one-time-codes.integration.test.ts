import { AccountId } from '@gridloom/contract/core/ids'
import { type DatabaseFixture, withDatabase } from '@gridloom/testkit/database'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { wrongCode } from '../../../test/identity-site.ts'
import { checkCode, createCode } from './one-time-codes.ts'
import { redeemCode, spendCode, takeCodeTry } from './one-time-codes-store.ts'

const emailKey = 'ada@example.com'
const wrong = { code: 'code_wrong' }

it('compares at most five of a thousand concurrent attempts', async () => {
  await using site = await setup()
  const ctx = site.ctx()
  const now = site.clock.now()
  const tries = Array.from({ length: 1_000 }, () =>
    ctx.transact((tx) => takeCodeTry(tx, { emailKey, stage: 'sent', now })),
  )
  const compared = (await Promise.all(tries)).filter((code) => code !== undefined)
  expect(compared).toHaveLength(5)
  await expect(site.check(site.code)).rejects.toMatchObject(wrong)
})

it('rejects a thousand concurrent guesses, and the right code after them', async () => {
  await using site = await setup()
  const guesses = Array.from({ length: 1_000 }, () => site.check(wrongCode(site.code)))
  for (const { status } of await Promise.allSettled(guesses)) expect(status).toBe('rejected')
  await expect(site.check(site.code)).rejects.toMatchObject(wrong)
})

it('counts a wrong attempt although its request fails', async () => {
  await using site = await setup()
  await expect(site.check(wrongCode(site.code))).rejects.toMatchObject(wrong)
  const { rows } = await sql`select tries from one_time_codes`.execute(site.db)
  expect(rows).toEqual([{ tries: 1 }])
})

it('stores codes only as keyed hashes', async () => {
  await using site = await setup()
  const { rows } = await sql<{ hash: string }>`select * from one_time_codes`.execute(site.db)
  expect(rows[0]?.hash).toMatch(/^[0-9a-f]{64}$/)
  expect(JSON.stringify(rows)).not.toContain(site.code)
})

it('hashes the same code differently each time and under another key', async () => {
  await using one = await setup()
  await using other = await setup()
  const hashes = new Set<string>()
  for (const site of [one, one, other]) {
    await site.clock.advance(1)
    await site.make({ digits: '123456' })
    const { rows } = await sql<{ hash: string }>`select hash from one_time_codes`.execute(site.db)
    hashes.add(rows[0]?.hash ?? '')
  }
  expect(hashes.size).toBe(3)
})

it('accepts a code once in concurrent requests, and never after a newer one', async () => {
  await using site = await setup()
  const { hash } = await site.check(site.code)
  const ctx = site.ctx()
  const spend = () => ctx.transact((tx) => spendCode(tx, { emailKey, hash, stage: 'sent' }))
  const outcomes = await Promise.all(Array.from({ length: 20 }, spend))
  expect(outcomes.filter((outcome) => outcome === 'spent')).toHaveLength(1)
  const second = await site.make()
  const checked = await site.check(second)
  await site.clock.advance(1)
  await site.make()
  const late = { emailKey, hash: checked.hash, stage: 'sent' } as const
  expect(await ctx.transact((tx) => spendCode(tx, late))).toBe('gone')
})

it('gives a redeemed code five new tries and no longer accepts it as sent', async () => {
  await using site = await setup()
  for (let tries = 0; tries < 4; tries++)
    await expect(site.check(wrongCode(site.code))).rejects.toMatchObject(wrong)
  const { hash } = await site.check(site.code)
  const redeemedAt = site.clock.now()
  const expiresAt = new Date(redeemedAt.getTime() + 60_000)
  await site.ctx().transact((tx) => redeemCode(tx, { emailKey, hash, redeemedAt, expiresAt }))
  await expect(site.check(site.code)).rejects.toMatchObject(wrong)
  for (let tries = 0; tries < 4; tries++)
    await expect(site.check(wrongCode(site.code), 'redeemed')).rejects.toMatchObject(wrong)
  expect(await site.check(site.code, 'redeemed')).toMatchObject({ hash })
})

it('rejects a code that was created without being sent', async () => {
  await using site = await setup()
  const code = await site.make({ purpose: 'none' })
  await expect(site.check(code)).rejects.toMatchObject(wrong)
})

interface CreatedCode {
  digits?: string
  purpose?: 'register' | 'none'
}

/** Sends a code to Ada. */
async function setup() {
  const fixture: DatabaseFixture = await withDatabase()
  const ctx = fixture.ctx()
  const accountId = AccountId.parse('acc_01jd3v8q6f7g8h9jkmnpqrstvw')
  await sql`insert into accounts (id, email, email_key, username, role, created_at)
    values (${accountId}, ${emailKey}, ${emailKey}, 'ada', 'user', now())`.execute(fixture.db)
  const make = ({ digits, purpose = 'register' }: CreatedCode = {}) => {
    const ids = digits === undefined ? ctx.ids : { ...ctx.ids, digits: () => digits }
    return ctx.transact((tx) => createCode({ ...ctx, ids }, tx, { emailKey, accountId, purpose }))
  }
  return {
    ...fixture,
    make,
    code: await make(),
    check: (text: string, stage: 'sent' | 'redeemed' = 'sent') =>
      checkCode(ctx, { emailKey, text, stage }),
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  }
}
