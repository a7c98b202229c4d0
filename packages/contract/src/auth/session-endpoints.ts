import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { AccountId, SessionId } from '../core/ids.ts'
import { TokenReply } from './credentials.ts'
import { Session } from './session.ts'

/** Sessions and their tokens. */
export const sessions = {
  refresh: endpoint({
    method: 'GET',
    path: '/api/refresh',
    auth: 'refresh',
    title: 'Refresh token',
    summary: 'Rotate the token; presenting a token that was already rotated ends the session',
    transport: 'bare',
    response: z.strictObject({ status: z.literal('success'), token: z.string() }),
    perMinute: 60,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/user/logout',
    auth: 'refresh',
    title: 'Sign out',
    summary: 'Sign out: end this session on the server',
  }),
  extensionToken: endpoint({
    method: 'POST',
    path: '/api/extension/token',
    auth: 'member',
    title: 'Create extension token',
    summary:
      'Create a token for the browser extension; it can only read the signed-in user and appears in the list of sessions',
    status: 201,
    response: TokenReply,
    perMinute: 10,
  }),
  actAs: endpoint({
    method: 'POST',
    path: '/api/user/act-as',
    auth: 'session',
    membership: 'any',
    title: 'Switch active account',
    summary: 'Switch this session to one of your companies, or to your personal account (`null`)',
    body: z.strictObject({ company_id: AccountId.nullable() }),
    response: TokenReply,
    errors: ['not_found'],
    perMinute: 30,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/user/sessions',
    auth: 'session',
    title: 'List sessions',
    summary: 'List your sessions, newest first',
    response: z.array(Session),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/user/sessions/{id}',
    auth: 'session',
    title: 'End session',
    summary: 'End a session',
    params: z.strictObject({ id: SessionId }),
    errors: ['not_found'],
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/user/sessions',
    auth: 'session',
    title: 'End other sessions',
    summary: 'End all other sessions',
    response: z.strictObject({ ended: z.int() }),
  }),
} as const
