import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { Leaderboard, LeaderboardName, LeaderboardQuery, PublicName } from './leaderboard.ts'
import { TierStatus, TierTable, TierTerms } from './tier.ts'

export const tiers = {
  status: endpoint({
    method: 'GET',
    path: '/api/tiers',
    auth: 'session',
    title: 'Retrieve tier',
    summary: 'Retrieve your tier, your points of the last 365 days, and what each tier gives',
    response: TierStatus,
    errors: ['tier_personal'],
  }),
  leaderboard: endpoint({
    method: 'GET',
    path: '/api/leaderboard',
    auth: 'session',
    title: 'Retrieve leaderboard',
    summary: 'Retrieve a page of the points of a week, by the accounts that chose to be shown',
    query: LeaderboardQuery,
    response: Leaderboard,
    errors: ['tier_personal'],
    perMinute: 120,
  }),
  join: endpoint({
    method: 'PUT',
    path: '/api/leaderboard/name',
    auth: 'session',
    title: 'Join leaderboard',
    summary: 'Join the leaderboard from this week on by a public name, or change the name',
    body: z.strictObject({ name: PublicName }),
    response: LeaderboardName,
    errors: ['tier_personal', 'email_unverified', 'public_name_taken', 'public_name_reserved'],
    perMinute: 10,
  }),
  leave: endpoint({
    method: 'DELETE',
    path: '/api/leaderboard/name',
    auth: 'session',
    title: 'Leave leaderboard',
    summary: 'Leave the leaderboard of every week at once, and delete your public name',
    response: LeaderboardName,
    errors: ['tier_personal'],
    perMinute: 30,
  }),
  table: endpoint({
    method: 'GET',
    path: '/api/operator/tiers',
    auth: 'operator',
    title: 'Retrieve tier table',
    summary: 'Retrieve the tiers, lowest first',
    response: z.array(TierTerms),
  }),
  changeTable: endpoint({
    method: 'PUT',
    path: '/api/operator/tiers',
    auth: 'operator',
    reauth: 'recent',
    title: 'Change tier table',
    summary: 'Change the names of the tiers, the points that they need and what they give',
    body: z.strictObject({ tiers: TierTable }),
    response: z.array(TierTerms),
  }),
} as const
