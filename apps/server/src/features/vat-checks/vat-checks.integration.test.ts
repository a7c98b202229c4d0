import type { AccountId } from '@gridloom/contract/core/ids'
import { startViesStandIn } from '@gridloom/testkit/vies-stand-in'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { withLedger } from '../../../test/ledger-fixture.ts'
import { answerVatChecks } from './answer-vat-checks.ts'
import { confirmVatId } from './confirm-vat-id.ts'
import { queueVatCheck } from './queue-vat-check.ts'
import { readVatCheck } from './read-vat-check.ts'
import { createVies } from './vies.ts'

const vatId = 'FR26936116482'
const [minuteMs, dayMs] = [60_000, 86_400_000]

describe('the check of a VAT ID', () => {
  it('is stored with its consultation number, and asked once by servers at once', async () => {
    await using site = await setup()
    await site.queue()
    expect(await site.shown()).toMatchObject({ state: 'pending', checked_at: null })
    await Promise.all([site.answer(), site.answer(), site.answer()])
    expect(await site.shown()).toEqual({
      ...{ state: 'valid', checked_at: '2026-01-01T00:00:00.000Z', retry_at: null },
      consultation_number: 'WAPIAAAAZxyz123',
    })
    await site.queue()
    await site.answer()
    expect(site.standIn.questions).toHaveLength(1)
  })

  it('is tried again later and later while the country gives no answer', async () => {
    await using site = await setup()
    site.standIn.mood = 'MS_UNAVAILABLE'
    await site.queue()
    await site.answer()
    const shown = await site.shown()
    expect(shown).toMatchObject({ state: 'unavailable', checked_at: null })
    expect(Date.parse(shown?.retry_at ?? '')).toBeGreaterThan(site.clock.now().getTime())
    await site.queue()
    await site.answer()
    expect(site.standIn.questions).toHaveLength(1)
    site.standIn.mood = 'invalid'
    await site.clock.jump(2 * minuteMs)
    await site.answer()
    expect(await site.shown()).toMatchObject({ state: 'invalid', retry_at: null })
  })

  it('is asked again by another server where one was killed while it asked', async () => {
    await using site = await setup()
    await site.queue()
    const killed = { ask: () => Promise.reject(new Error('killed')) }
    await expect(answerVatChecks({ ...site.ctx, vies: killed })).rejects.toThrow('killed')
    await site.answer()
    expect(site.standIn.questions).toEqual([])
    await site.clock.jump(6 * minuteMs)
    await site.answer()
    expect(await site.shown()).toMatchObject({ state: 'valid' })
  })

  it('is caused at most twenty times a day by an account, which forgets the oldest', async () => {
    await using site = await setup()
    for (let at = 0; at < 25; at += 1) {
      await site.queue(`FR${at}`)
      await site.clock.jump(1_000)
    }
    const { rows } = await sql<{ kept: number; due: number }>`
      select count(*)::int as kept, count(*) filter (where next_at <= ${site.clock.now()})::int as due
      from vat_checks`.execute(site.ctx.db)
    expect(rows).toEqual([{ kept: 10, due: 5 }])
  })

  it('is off without an address of VIES', async () => {
    await using site = await setup()
    const off = { ...site.ctx, vies: null }
    await site.ctx.transact((tx) => queueVatCheck(off, tx, site.of()))
    await answerVatChecks(off)
    expect(await readVatCheck(off, site.of())).toBeNull()
    expect(await confirmVatId(off, site.of())).toBeNull()
    expect(site.standIn.questions).toEqual([])
  })
})

describe('before a document', () => {
  it('an answer of less than 30 days is relied on, and an older one asked again', async () => {
    await using site = await setup()
    expect(await site.confirm()).toMatchObject({ state: 'valid', vat_id: vatId })
    await site.clock.jump(29 * dayMs)
    await site.confirm()
    expect(site.standIn.questions).toHaveLength(1)
    await site.clock.jump(2 * dayMs)
    site.standIn.mood = 'invalid'
    expect(await site.confirm()).toMatchObject({ state: 'invalid' })
    expect(site.standIn.questions).toHaveLength(2)
  })

  it('the last answer counts while there is no new one, and without any it is unknown', async () => {
    await using site = await setup()
    await site.confirm()
    await site.clock.jump(31 * dayMs)
    site.standIn.mood = 'TIMEOUT'
    expect(await site.confirm()).toMatchObject({
      ...{ state: 'valid', checked_at: '2026-01-01T00:00:00.000Z' },
    })
    await site.confirm()
    expect(site.standIn.questions).toHaveLength(2)
    expect(await site.confirm('ATU69070293')).toMatchObject({ state: 'unknown', checked_at: null })
  })
})

async function setup() {
  const ledger = await withLedger()
  const standIn = await startViesStandIn()
  const { clock } = ledger
  const vies = createVies({ url: standIn.url, requester: 'DE136695976', clock })
  const ctx = { ...ledger.context, vies }
  const accountId: AccountId = await ledger.anAccount()
  const of = (id = vatId) => ({ accountId, vatId: id })
  return {
    ...{ ctx, standIn, clock, of },
    queue: (id?: string) => ctx.transact((tx) => queueVatCheck(ctx, tx, of(id))),
    answer: () => answerVatChecks(ctx),
    shown: () => readVatCheck(ctx, of()),
    confirm: (id?: string) => confirmVatId(ctx, of(id)),
    async [Symbol.asyncDispose]() {
      await standIn[Symbol.asyncDispose]()
      await ledger[Symbol.asyncDispose]()
    },
  }
}
