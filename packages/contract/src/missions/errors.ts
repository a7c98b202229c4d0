import type { ErrorTexts } from '../core/error-texts.ts'

export const missionsErrors = {
  mission_none: {
    status: 404,
    text: 'There is no mission to claim now.',
  },
  mission_personal: {
    status: 403,
    text: 'Companies cannot do missions. Switch to your personal account.',
  },
  mission_unmet: {
    status: 409,
    text: 'This mission is not complete yet. Missing: {missing}.',
  },
  mission_claimed: {
    status: 409,
    text: 'You have already claimed the reward of this mission.',
  },
  mission_used_up: {
    status: 409,
    text: 'All rewards of this mission have been claimed.',
  },
  mission_reward_bound: {
    status: 409,
    text: 'Missions pay at most {share} of the platform fees of you and the accounts you referred in 90 days, less commission. {missing} more in fees is missing for this reward. You can claim it until {until}.',
  },
  mission_fixed: {
    status: 409,
    text: 'A published mission keeps its time, its reward and its number of rewards. End it and publish another one.',
  },
} as const satisfies ErrorTexts
