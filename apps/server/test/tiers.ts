import type { AccountId } from '@gridloom/contract/core/ids'
import { PublicName } from '@gridloom/contract/tiers/leaderboard'
import { sql } from 'kysely'
import { joinLeaderboard } from '../src/features/tiers/leaderboard/join-leaderboard.ts'
import { leaveLeaderboard } from '../src/features/tiers/leaderboard/leave-leaderboard.ts'
import { readLeaderboard } from '../src/features/tiers/leaderboard/read-leaderboard.ts'
import { announceOnPoints, announceTiers } from '../src/features/tiers/points/announce-tier.ts'
import { givePoints } from '../src/features/tiers/points/give-points.ts'
import { readTierStatus } from '../src/features/tiers/read-tier-status.ts'
import { deliverEvents } from '../src/platform/business-events/deliver-events.ts'
import { withMissions } from './missions.ts'

const never = new AbortController().signal

/** Missions, and the tiers and leaderboards that their points count for. */
export async function withTiers() {
  const fixture = await withMissions()
  const { system, as, db } = fixture
  let given = 0

  return {
    ...fixture,
    join: (id: AccountId, name: string) => joinLeaderboard(as(id), PublicName.parse(name)),
    leave: (id: AccountId) => leaveLeaderboard(as(id)),
    board: (id: AccountId, query: { week?: string; cursor?: string } = {}) =>
      readLeaderboard(as(id), query),
    tier: (id: AccountId) => readTierStatus(as(id)),
    async give(accountId: AccountId, points: number): Promise<void> {
      given += 1
      const key = `test:${given}`
      await system.transact((tx) =>
        givePoints(system, tx, { accountId, points, key, text: 'For a test' }),
      )
    },
    /** Handles the business events, as the server does by itself. */
    tell: () => deliverEvents(system, announceOnPoints, never),
    announce: () => announceTiers(system),
    async notices(id: AccountId): Promise<string[]> {
      const { rows } = await sql<{ text: string }>`select text from notices
        where account_id = ${id} and key like 'tier:%' order by key`.execute(db)
      return rows.map(({ text }) => text)
    },
    async rows(id: AccountId): Promise<Record<string, number>> {
      const { rows } = await sql<Record<string, number>>`select
        (select count(*)::int from tier_points where account_id = ${id}) as points,
        (select count(*)::int from tier_announcements where account_id = ${id}) as announcements,
        (select count(*)::int from leaderboard_names where account_id = ${id}) as names`.execute(db)
      return rows[0] ?? {}
    },
  }
}
