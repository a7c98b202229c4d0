import { withDatabase } from '@gridloom/testkit/database'
import { expect, it } from 'vitest'
import { accessCodeHash, hasAccessCode, useAccessCode } from '../accounts/access-codes-store.ts'
import { accountByEmail, accountSummary, findPassword } from '../accounts/accounts-store.ts'
import { defaultOperatorEmail, ensureOperator } from './ensure-operator.ts'
import { openAccount } from './open-account.ts'
import { createPasswords } from './passwords.ts'

const nothingConfigured = { email: undefined, password: undefined, accessCode: undefined }

it('creates the operator and an access code at the first start and returns them once', async () => {
  await using site = await setup()
  const made = await ensureOperator(site.ctx, nothingConfigured)
  expect(made.operator).toEqual({
    email: defaultOperatorEmail,
    generatedPassword: expect.any(String),
  })
  expect(made.operator?.generatedPassword).toMatch(/^[a-z0-9]{4}(-[a-z0-9]{4}){4}$/)
  expect(await site.signsIn(defaultOperatorEmail, made.operator?.generatedPassword ?? '')).toBe(
    true,
  )
  expect(await site.takes(made.accessCode ?? '')).toBe('valid')
  expect(await ensureOperator(site.ctx, nothingConfigured)).toEqual({})
})

it('gives the operator access to the beta', async () => {
  await using site = await setup()
  await ensureOperator(site.ctx, nothingConfigured)
  const id = await accountByEmail(site.ctx.db, defaultOperatorEmail)
  if (id === null) throw new Error('no operator')
  expect(await accountSummary(site.ctx.db, id)).toMatchObject({ role: 'operator', hasAccess: true })
})

it('uses the configured values and does not return them', async () => {
  await using site = await setup()
  const given = { email: 'me@example.com', password: 'my own password', accessCode: 'open-up' }
  expect(await ensureOperator(site.ctx, given)).toEqual({ operator: { email: 'me@example.com' } })
  expect(await site.signsIn('ME@example.com', 'my own password')).toBe(true)
  expect(await site.takes('open-up')).toBe('valid')
  expect(await ensureOperator(site.ctx, given)).toEqual({})
})

it('creates one operator and one access code when several replicas start together', async () => {
  await using site = await setup()
  const made = await Promise.all(
    Array.from({ length: 6 }, () => ensureOperator(site.ctx, nothingConfigured)),
  )
  expect(made.filter(({ operator }) => operator !== undefined)).toHaveLength(1)
  expect(made.filter(({ accessCode }) => accessCode !== undefined)).toHaveLength(1)
})

it('adds an access code that is configured later', async () => {
  await using site = await setup()
  await ensureOperator(site.ctx, nothingConfigured)
  expect(await hasAccessCode(site.ctx.db)).toBe(true)
  await ensureOperator(site.ctx, { ...nothingConfigured, accessCode: 'second' })
  expect(await site.takes('second')).toBe('valid')
})

it('refuses to make an existing user with the configured address the operator', async () => {
  await using site = await setup()
  const passwordHash = await site.ctx.passwords.hash('theirs')
  const squatter = { email: 'me@example.com', passwordHash, role: 'user', access: 'none' } as const
  await site.ctx.transact((tx) => openAccount(site.ctx, tx, squatter))
  await expect(
    ensureOperator(site.ctx, { ...nothingConfigured, email: 'me@example.com' }),
  ).rejects.toThrow('GRIDLOOM_ADMIN_EMAIL')
})

async function setup() {
  const fixture = await withDatabase()
  const passwords = createPasswords({ cost: { memoryKib: 64, passes: 1 }, decoy: 'x' })
  const ctx = { ...fixture.ctx(), passwords }
  return {
    ctx,
    takes: (code: string) =>
      ctx.transact((tx) => useAccessCode(tx, { hash: accessCodeHash(code), now: ctx.clock.now() })),
    signsIn: async (email: string, password: string) =>
      passwords.matches(password, (await findPassword(ctx.db, email))?.passwordHash),
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  }
}
