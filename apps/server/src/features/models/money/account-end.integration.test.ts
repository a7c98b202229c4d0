import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { aModelId, anAnswer, outcomeOf } from '../../../../test/allowances.ts'
import { type PeopleFixture, withPeople } from '../../../../test/people.ts'
import { checkLedger } from '../../ledger/index.ts'
import type { Payer } from '../payer.ts'
import { createAllowances } from './index.ts'

describe('an account with an open allowance', () => {
  it('shows the paid answers in its statements and its export', async () => {
    await using fixture = await setup()
    const { ada } = fixture
    await fixture.answered(7_000)
    const { statements } = await ada.client.ledger.statements({ query: { page: 1, page_size: 20 } })
    const ofAllowance = statements.filter(({ allowance_id: id }) => id === fixture.allowanceId())
    expect(ofAllowance).toMatchObject([
      { kind: 'capture', text: '1 model answer', held_change_micro_usd: -7_000 },
      { kind: 'hold', held_change_micro_usd: 160_000, instance_id: null, render_job_id: null },
    ])
    const balance = await ada.client.ledger.balance()
    expect(balance).toMatchObject({ held_micro_usd: 153_000, lasts_s: null })
    const exported: unknown = await fixture.exported()
    expect(exported).toMatchObject({
      answers: [
        {
          micro_usd: 7_000,
          model_id: aModelId,
          output_tokens: 5,
          allowance_id: fixture.allowanceId(),
        },
      ],
      money_for_answers: [{ id: fixture.allowanceId(), closed_at: null }],
      spend_by_day: [{ spent_on: fixture.allowanceId(), micro_usd: 7_000 }],
      chats: [],
    })
  })

  it('can be closed, and no money stays on hold', async () => {
    await using fixture = await setup()
    const { ada } = fixture
    await fixture.answered(7_000)
    await ada.client.privacy.closeAccount()
    const { rows } = await sql<{ open: number; left: number; kept: number }>`select
      (select count(*) from spending_allowances where closed_at is null) as open,
      (select sum(balance_micro_usd)::bigint from ledger_accounts where owner_account_id = ${ada.id}) as left,
      (select count(*) from generations where account_id = ${ada.id}) as kept`.execute(fixture.db)
    expect(rows).toEqual([{ open: 0, left: 0, kept: 1 }])
    const after = await outcomeOf(() => fixture.allowances.reserve(fixture.payer, 300_000))
    expect(after).toMatchObject({ code: 'insufficient_funds' })
    expect(await checkLedger(fixture.db)).toMatchObject({ clean: true })
  })
})

async function setup() {
  const fixture: PeopleFixture = await withPeople()
  const ada = await fixture.someone('ada')
  const { system } = fixture.server.container
  const allowances = createAllowances(system)
  const payer: Payer = { accountId: ada.id, keyId: null }
  let allowanceId: string | null = null
  return {
    ...fixture,
    ada,
    allowances,
    payer,
    allowanceId: () => allowanceId,
    async answered(microUsd: number) {
      const reservation = await allowances.reserve(payer, 10_000)
      allowanceId = reservation.allowanceId
      // Statements of the same millisecond have no defined order.
      await fixture.clock.advance(1)
      const endpoint = {
        id: system.ids.mint('modelEndpoint'),
        machineId: system.ids.mint('machine'),
        providerAccountId: system.ids.mint('account'),
      }
      reservation.settle(anAnswer(system, payer, { endpoint, microUsd }))
      await allowances.flush()
    },
    async exported(): Promise<unknown> {
      return (await ada.client.privacy.exportData()).json()
    },
    async [Symbol.asyncDispose]() {
      await allowances[Symbol.asyncDispose]()
      await fixture[Symbol.asyncDispose]()
    },
  }
}
