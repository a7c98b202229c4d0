import { endpoint } from '../core/endpoint.ts'
import {
  ClaimedRewards,
  NewReward,
  RewardEntry,
  RewardsClaim,
  RewardsPage,
  RewardsQuery,
} from './reward.ts'

export const rewards = {
  list: endpoint({
    method: 'GET',
    path: '/api/rewards',
    auth: 'session',
    scope: 'billing:read',
    title: 'List rewards',
    summary:
      'List promotions, credits for failed delivery and rewards, newest first, with the totals of rewards',
    query: RewardsQuery,
    response: RewardsPage,
  }),
  claim: endpoint({
    method: 'POST',
    path: '/api/rewards/claim',
    auth: 'session',
    title: 'Claim rewards',
    summary:
      'Move claimable rewards to the balance, or to the earnings that are paid out, at most 1,000 at a time, oldest first',
    body: RewardsClaim,
    response: ClaimedRewards,
    errors: ['nothing_to_claim', 'not_found', 'forbidden', 'payouts_off'],
    perMinute: 30,
  }),
  give: endpoint({
    method: 'POST',
    path: '/api/operator/rewards',
    auth: 'operator',
    reauth: 'recent',
    title: 'Give reward',
    summary: 'Give an account a reward; retries with the same key are applied once',
    status: 201,
    body: NewReward,
    response: RewardEntry,
    errors: ['not_found', 'idempotency_conflict'],
  }),
} as const
