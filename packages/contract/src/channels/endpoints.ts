import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { ConnectedAccountId } from '../core/ids.ts'
import { ChannelId } from './channel.ts'
import {
  BegunConnection,
  Channel,
  ChannelProof,
  ConnectedAccount,
  Disconnected,
  NewConnection,
  OwnPage,
  ReturnedConnection,
} from './connected-account.ts'

const channel = z.strictObject({ channel: ChannelId })
const account = z.strictObject({ id: ConnectedAccountId })
const failures = ['channel_down', 'channel_rate_limited', 'channel_refused'] as const

export const channels = {
  list: endpoint({
    method: 'GET',
    path: '/content/api/channels',
    auth: 'session',
    scope: 'channels:read',
    title: 'List channels',
    summary:
      'List the channels that accounts can be connected of, and why those are unavailable that are',
    response: z.strictObject({ channels: z.array(Channel) }),
  }),
  connected: endpoint({
    method: 'GET',
    path: '/content/api/list/connected/accounts',
    auth: 'session',
    scope: 'channels:read',
    title: 'List connected accounts',
    summary: 'List your connected accounts of channels, oldest first, with their states',
    response: z.strictObject({ accounts: z.array(ConnectedAccount) }),
  }),
  connect: endpoint({
    method: 'POST',
    path: '/content/api/channels/{channel}/connection',
    auth: 'session',
    title: 'Begin connection',
    summary:
      'Begin to connect an account of a channel: open the URL in the browser of this session, and finish within 10 minutes',
    params: channel,
    body: NewConnection,
    response: BegunConnection,
    errors: ['channel_unavailable', ...failures, 'limit_reached'],
    perMinute: 10,
  }),
  finish: endpoint({
    method: 'POST',
    path: '/content/api/connections',
    auth: 'session',
    title: 'Finish connection',
    summary:
      'Finish a connection, once, in the session that began it, with the query that the channel came back with',
    body: ReturnedConnection,
    response: ConnectedAccount,
    errors: [
      'connection_expired',
      ...failures,
      'connected_account_taken',
      'connected_account_other',
      'limit_reached',
    ],
    perMinute: 10,
  }),
  reconnect: endpoint({
    method: 'POST',
    path: '/content/api/connected/accounts/{id}/connection',
    auth: 'session',
    title: 'Reconnect account',
    summary: 'Begin to connect an account again whose access has ended',
    params: account,
    response: BegunConnection,
    errors: ['not_found', 'channel_unavailable', ...failures],
    perMinute: 10,
  }),
  proof: endpoint({
    method: 'POST',
    path: '/content/api/channels/{channel}/proof',
    auth: 'session',
    title: 'Begin proof',
    summary: 'Get the code that proves that a page or feed is yours; the same one for a week',
    params: channel,
    body: OwnPage,
    response: ChannelProof,
    errors: ['channel_unavailable', 'limit_reached'],
    perMinute: 10,
  }),
  verify: endpoint({
    method: 'POST',
    path: '/content/api/channels/{channel}/proof/check',
    auth: 'session',
    title: 'Check proof',
    summary: 'Look for the code in the page, and connect it where it is found',
    params: channel,
    body: OwnPage,
    response: ConnectedAccount,
    errors: [
      'channel_unavailable',
      'connection_expired',
      ...failures,
      'connected_account_taken',
      'limit_reached',
    ],
    perMinute: 10,
  }),
  disconnect: endpoint({
    method: 'DELETE',
    path: '/content/api/connected/accounts/{id}',
    auth: 'session',
    title: 'Disconnect account',
    summary:
      'Disconnect an account: its access is deleted here, and ended at the channel where that answers',
    params: account,
    response: Disconnected,
    errors: ['not_found'],
    perMinute: 10,
  }),
} as const
