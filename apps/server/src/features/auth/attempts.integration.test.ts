import { withDatabase } from '@gridloom/testkit/database'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { deleteAttempts } from '../../platform/attempts/attempts-store.ts'
import {
  consumeAttempt,
  enforceLimit,
  isWithinLimit,
  refundAttempt,
} from '../../platform/attempts/limit-attempts.ts'
import { sharedSecret } from '../../platform/shared-secret.ts'
import { signInLimits } from './attempt-limits.ts'
import { deleteSpentAnswers, spendAnswer } from './captcha-store.ts'

const limit = { key: 'doing:ada', max: 3, windowS: 60 }

it('allows attempts up to the limit and tells further ones how long to wait', async () => {
  await using tries = await setup()
  for (let nth = 0; nth < 3; nth++) await tries.take()
  await tries.clock.advance(15_500)
  await expect(tries.take()).rejects.toMatchObject({
    code: 'too_many_requests',
    details: { seconds: 45 },
  })
})

it('reports a wait of at least one second', async () => {
  await using tries = await setup()
  for (let nth = 0; nth < 3; nth++) await tries.take()
  await tries.clock.advance(59_999)
  await expect(tries.take()).rejects.toMatchObject({ details: { seconds: 1 } })
})

it('begins a new window exactly when the old one ends', async () => {
  await using tries = await setup()
  for (let nth = 0; nth < 3; nth++) await tries.take()
  await tries.clock.advance(60_000)
  for (let nth = 0; nth < 3; nth++) await tries.take()
  await expect(tries.take()).rejects.toMatchObject({ details: { seconds: 60 } })
})

it('measures a window from its first attempt, not from later ones', async () => {
  await using tries = await setup()
  await tries.take()
  await tries.clock.advance(50_000)
  for (let nth = 0; nth < 2; nth++) await tries.take()
  await tries.clock.advance(10_000)
  await tries.take()
})

it('allows three of fifty concurrent attempts', async () => {
  await using tries = await setup()
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => tries.take()))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
})

it('counts different keys separately', async () => {
  await using tries = await setup()
  for (let nth = 0; nth < 3; nth++) await tries.take()
  await tries.take('doing:eve')
})

it('does not count a refunded attempt, and never refunds more than was counted', async () => {
  await using tries = await setup()
  const back = () => tries.ctx().transact((tx) => refundAttempt(tx, [limit]))
  for (let nth = 0; nth < 3; nth++) {
    await tries.take()
    await back()
  }
  for (let nth = 0; nth < 5; nth++) await back()
  for (let nth = 0; nth < 3; nth++) await tries.take()
  await expect(tries.take()).rejects.toMatchObject({ code: 'too_many_requests' })
})

it('counts an attempt although the surrounding transaction fails', async () => {
  await using tries = await setup()
  const ctx = tries.ctx()
  const failing = ctx.transact(async () => {
    await consumeAttempt(ctx, [limit])
    throw new Error('a wrong password')
  })
  await expect(failing).rejects.toThrow('a wrong password')
  expect(await tries.counts()).toEqual({ 'doing:ada': 1 })
})

it('reports whether an attempt is within the limit, without refusing it', async () => {
  await using tries = await setup()
  const asked = []
  for (let nth = 0; nth < 4; nth++) {
    const ctx = tries.ctx()
    asked.push(await ctx.transact((tx) => isWithinLimit(ctx, tx, limit)))
  }
  expect(asked).toEqual([true, true, true, false])
})

it('stops one network address after ten wrong passwords, and all after twenty', async () => {
  await using tries = await setup()
  const guessAt = (address: string) =>
    consumeAttempt(tries.ctx(), signInLimits('ada@example.com', address))
  for (let nth = 0; nth < 10; nth++) await guessAt('192.0.2.1')
  await expect(guessAt('192.0.2.1')).rejects.toMatchObject({ code: 'too_many_requests' })
  for (let nth = 0; nth < 10; nth++) await guessAt('192.0.2.2')
  await expect(guessAt('192.0.2.3')).rejects.toMatchObject({ code: 'too_many_requests' })
  await consumeAttempt(tries.ctx(), signInLimits('eve@example.com', '192.0.2.1'))
})

it('deletes only windows that have ended', async () => {
  await using tries = await setup()
  await tries.take('early')
  await tries.clock.advance(1)
  await tries.take('late')
  const before = new Date(tries.clock.now().getTime() + 60_000)
  expect(await tries.ctx().transact((tx) => deleteAttempts(tx, before))).toBe(1)
  expect(await tries.counts()).toEqual({ late: 1 })
})

it('accepts the answer to a human check once, also in concurrent requests', async () => {
  await using tries = await setup()
  const answer = { signature: 'signed', expiresAt: tries.clock.now() }
  const spend = () => tries.ctx().transact((tx) => spendAnswer(tx, answer))
  const spent = await Promise.all([spend(), spend(), spend(), spend()])
  expect(spent.filter((outcome) => outcome === 'spent')).toHaveLength(1)
  expect(spent.filter((outcome) => outcome === 'used_before')).toHaveLength(3)
})

it('keeps an answer unused if the request with it fails', async () => {
  await using tries = await setup()
  const answer = { signature: 'signed', expiresAt: tries.clock.now() }
  const failing = tries.ctx().transact(async (tx) => {
    await spendAnswer(tx, answer)
    throw new Error('taken address')
  })
  await expect(failing).rejects.toThrow('taken address')
  expect(await tries.ctx().transact((tx) => spendAnswer(tx, answer))).toBe('spent')
})

it('stores used answers until they expire', async () => {
  await using tries = await setup()
  const at = tries.clock.now()
  await tries.ctx().transact((tx) => spendAnswer(tx, { signature: 'signed', expiresAt: at }))
  const forget = (before: Date) => tries.ctx().transact((tx) => deleteSpentAnswers(tx, before))
  expect(await forget(at)).toBe(0)
  expect(await forget(new Date(at.getTime() + 1))).toBe(1)
})

it('creates one shared secret per name for all replicas', async () => {
  await using tries = await setup()
  const createdAt = tries.clock.now()
  const ask = (candidate: string, name = 'captcha') =>
    tries.ctx().transact((tx) => sharedSecret(tx, { name, candidate, createdAt }))
  const secrets = await Promise.all(['a', 'b', 'c', 'd'].map((candidate) => ask(candidate)))
  expect(new Set(secrets).size).toBe(1)
  expect(await ask('later')).toBe(secrets[0])
  expect(await ask('another', 'codes')).toBe('another')
})

async function setup() {
  const fixture = await withDatabase()
  return {
    ...fixture,
    take(key = limit.key) {
      const ctx = fixture.ctx()
      return ctx.transact((tx) => enforceLimit(ctx, tx, { ...limit, key }))
    },
    async counts(): Promise<Record<string, number>> {
      const { rows } = await sql<{ key: string; count: number }>`select key, count
        from attempts`.execute(fixture.db)
      return Object.fromEntries(rows.map(({ key, count }) => [key, count]))
    },
  }
}
