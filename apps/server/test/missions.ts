import type { AccountId } from '@gridloom/contract/core/ids'
import type { NewMission, OperatorMission } from '@gridloom/contract/missions/mission'
import { anActor } from '@gridloom/testkit/actor'
import { sql } from 'kysely'
import type { z } from 'zod'
import { captureUsage, checkLedger, placeHold } from '../src/features/ledger/index.ts'
import { claimMission } from '../src/features/missions/claims/claim-mission.ts'
import { readMissions } from '../src/features/missions/claims/read-missions.ts'
import { closeMissions } from '../src/features/missions/operator/close-missions.ts'
import { decideOnClaim, listClaims } from '../src/features/missions/operator/decide-claim.ts'
import { endMission } from '../src/features/missions/operator/end-mission.ts'
import { giveCredit } from './credit.ts'
import { type PeopleFixture, type Someone, withPeople } from './people.ts'

export const usd = 1_000_000
export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/**
 * Accounts that rent from a provider with a platform fee of 10 %, and missions: now is 2026-11-21T10:00Z. On a server of
 * its own, or on that of another fixture, which disposes of it.
 */
export async function withMissions(given?: PeopleFixture) {
  const fixture = given ?? (await withPeople())
  const { system, clock, operator } = fixture
  await operator.operator.writeSettings({
    body: { starting_credit_micro_usd: 0, platform_fee_basis_points: 1_000 },
  })
  const provider = await fixture.someone('provider')
  // Sessions end while the clock is turned.
  const as = (id: AccountId) => ({ ...system, actor: anActor(id) })
  const asOperator = { ...system, actor: anActor(provider.id, { role: 'operator' }) }

  /** Gives an account money to rent for. */
  const fund = (accountId: AccountId) =>
    system.transact((tx) => giveCredit(system, tx, { accountId, microUsd: 100_000 * usd }))

  return {
    ...fixture,
    provider,
    as,
    asOperator,
    claim: (id: AccountId) => claimMission(as(id)),
    missions: (id: AccountId) => readMissions(as(id)),
    close: () => closeMissions(system),
    end: (id: OperatorMission['id']) => endMission(asOperator, id),
    /** A user with money to rent for. */
    async renter(): Promise<Someone> {
      const someone = await fixture.someone('renter')
      await fund(someone.id)
      return someone
    },
    fund,
    /** A published mission, for $5 by default, that renting for two hours completes. */
    async publish(given: Partial<z.input<typeof NewMission>> = {}): Promise<OperatorMission> {
      const draft = await operator.missions.create({ body: { ...aMission, ...given } })
      return operator.missions.publish({ params: { id: draft.id } })
    },
    /** Rents for two hours that end now, and costs $100: the platform keeps $10. */
    async rent(
      accountId: AccountId,
      { microUsd = 100 * usd, from: providerAccountId = provider.id } = {},
    ): Promise<void> {
      const [instanceId, machineId] = [system.ids.mint('instance'), system.ids.mint('machine')]
      const to = clock.now()
      await system.transact(async (tx) => {
        await placeHold(system, tx, { accountId, purpose: instanceId, microUsd, key: instanceId })
        await captureUsage(system, tx, {
          ...{ instanceId, machineId, kind: 'running', seconds: 7_200, microUsd, count: null },
          ...{ from: new Date(to.getTime() - 2 * hourMs), to, microUsdPerHour: microUsd / 2 },
          ...{ providerAccountId, key: `usage-${instanceId}` },
        })
      })
    },
    async decide(decision: 'release' | 'reject' | 'take_back', by = provider.id) {
      const state = decision === 'take_back' ? 'paid' : 'open'
      const { claims } = await listClaims(asOperator, { state, page: 1, page_size: 20 })
      const [first] = claims
      if (first === undefined) throw new RangeError('no such claim')
      const actor = anActor(by, { role: 'operator' })
      return decideOnClaim({ ...system, actor }, first.id, { decision, reason: 'For a test' })
    },
    /** Rewards and budget in the ledger, which is balanced. */
    async money() {
      const { clean } = await checkLedger(fixture.db)
      if (!clean) throw new RangeError('the ledger is not balanced')
      const { rows } = await sql<{ kind: string; sum: number }>`
        select kind, sum(balance_micro_usd)::bigint as sum from ledger_accounts
        where kind in ('reward', 'mission') group by kind`.execute(fixture.db)
      const of = (kind: string) => rows.find((row) => row.kind === kind)?.sum ?? 0
      return { rewards: of('reward'), budget: of('mission') }
    },
    [Symbol.asyncDispose]: fixture[Symbol.asyncDispose],
  }
}
export type MissionsFixture = Awaited<ReturnType<typeof withMissions>>

export const aMission: z.input<typeof NewMission> = {
  title: 'Rent for two hours',
  steps: [{ fact: 'rented_hours', at_least: 2 }],
  starts_at: '2026-11-21T00:00:00.000Z',
  ends_at: '2026-12-05T00:00:00.000Z',
  repeat: 'once',
  reward_micro_usd: 5 * usd,
  claims_max: 100,
}
