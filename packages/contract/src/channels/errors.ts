import type { ErrorTexts } from '../core/error-texts.ts'

export const channelErrors = {
  channel_unavailable: {
    status: 409,
    text: 'Accounts of {channel} cannot be connected: {problem}',
  },
  channel_down: {
    status: 502,
    text: '{channel} did not answer as expected: {problem}',
  },
  channel_rate_limited: {
    status: 429,
    text: '{channel} accepts no more requests now. Try again in {seconds} s.',
  },
  channel_refused: {
    status: 409,
    text: '{channel}: {problem}',
  },
  channel_expired: {
    status: 409,
    text: 'The access to this {channel} account has ended. Reconnect it.',
  },
  connection_expired: {
    status: 409,
    text: 'This connection was already finished, began in another session, or took more than 10 minutes. Begin again.',
  },
  connected_account_taken: {
    status: 409,
    text: '{handle} is connected to another Gridloom account. Disconnect it there first.',
  },
  connected_account_other: {
    status: 409,
    text: 'You granted access to {handle}, which is another account than the one to reconnect.',
  },
} as const satisfies ErrorTexts
