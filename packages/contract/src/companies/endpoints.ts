import { z } from 'zod'
import { Email } from '../auth/credentials.ts'
import { endpoint } from '../core/endpoint.ts'
import { AccountId, ApiKeyId, InvitationId } from '../core/ids.ts'
import { MicroUsd, PlainLine } from '../core/values.ts'
import { ApiKey, CreatedApiKey, NewApiKey } from '../keys/api-key.ts'
import { Balance } from '../ledger/balance.ts'
import { Company, CompanyOverview, Invitation } from './company.ts'
import { CompanyRole } from './company-role.ts'
import { Spend } from './spend.ts'

const CompanyName = PlainLine.min(2, 'Use 2 characters or more').max(80)

const one = z.strictObject({ id: AccountId })

const oneMember = z.strictObject({ id: AccountId, account_id: AccountId })

export const companies = {
  list: endpoint({
    method: 'GET',
    path: '/api/companies',
    auth: 'session',
    membership: 'any',
    summary: 'List your companies',
    response: z.array(Company),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/companies',
    auth: 'member',
    summary: 'Create a company and become its owner',
    status: 201,
    body: z.strictObject({ name: CompanyName }),
    response: Company,
    errors: ['email_unverified', 'limit_reached'],
    perMinute: 10,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/companies/{id}',
    auth: 'session',
    summary: 'Retrieve a company: balance, members and invitations',
    params: one,
    response: CompanyOverview,
    errors: ['not_found'],
  }),
  rename: endpoint({
    method: 'PATCH',
    path: '/api/companies/{id}',
    auth: 'session',
    summary: 'Rename a company (owners and admins)',
    params: one,
    body: z.strictObject({ name: CompanyName }),
    response: Company,
    errors: ['not_found', 'forbidden'],
  }),
  close: endpoint({
    method: 'DELETE',
    path: '/api/companies/{id}',
    auth: 'session',
    reauth: 'recent',
    summary:
      'Close a company (owners); rejected while any of its resources are running. The remaining balance goes to you, and its chats, scenes and renders are deleted',
    params: one,
    errors: ['not_found', 'forbidden', 'account_in_use'],
  }),
  fund: endpoint({
    method: 'POST',
    path: '/api/companies/{id}/funds',
    auth: 'session',
    reauth: 'recent',
    summary:
      'Transfer credit from your personal balance to the company (owners and admins); retries with the same key transfer it once',
    status: 201,
    params: one,
    body: z.strictObject({
      micro_usd: MicroUsd.min(10_000).max(1_000_000_000_000),
      key: z.string().min(1).max(100),
    }),
    response: Balance,
    errors: [
      'not_found',
      'forbidden',
      'insufficient_funds',
      'credit_not_movable',
      'idempotency_conflict',
      'daily_limit_reached',
    ],
    perMinute: 30,
  }),
  spend: endpoint({
    method: 'GET',
    path: '/api/companies/{id}/spend',
    auth: 'session',
    summary: "Retrieve the company's spending: today, this month, by day, user and key",
    params: one,
    query: z.strictObject({ days: z.coerce.number().int().min(1).max(366).default(30) }),
    response: Spend,
    errors: ['not_found'],
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/companies/{id}/invitations',
    auth: 'session',
    summary: 'Invite a member by email (owners and admins)',
    status: 201,
    params: one,
    body: z.strictObject({ email: Email, role: CompanyRole }),
    response: Invitation,
    errors: ['not_found', 'forbidden', 'state_conflict'],
    perMinute: 30,
  }),
  withdrawInvitation: endpoint({
    method: 'DELETE',
    path: '/api/companies/{id}/invitations/{invitation_id}',
    auth: 'session',
    summary: 'Revoke an invitation',
    params: z.strictObject({ id: AccountId, invitation_id: InvitationId }),
    errors: ['not_found', 'forbidden'],
  }),
  myInvitations: endpoint({
    method: 'GET',
    path: '/api/user/invitations',
    auth: 'session',
    summary: 'List invitations to your verified email address',
    response: z.array(Invitation),
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/api/user/invitations/{id}/accept',
    auth: 'session',
    summary: 'Accept an invitation',
    params: z.strictObject({ id: InvitationId }),
    response: Company,
    errors: ['not_found', 'email_unverified', 'state_conflict', 'limit_reached'],
  }),
  declineInvitation: endpoint({
    method: 'POST',
    path: '/api/user/invitations/{id}/decline',
    auth: 'session',
    summary: 'Decline an invitation',
    params: z.strictObject({ id: InvitationId }),
    errors: ['not_found', 'email_unverified'],
  }),
  changeMember: endpoint({
    method: 'PATCH',
    path: '/api/companies/{id}/members/{account_id}',
    auth: 'session',
    summary: "Change a member's role; only owners can grant or change the owner role",
    params: oneMember,
    body: z.strictObject({ role: CompanyRole }),
    errors: ['not_found', 'forbidden', 'last_owner', 'limit_reached'],
  }),
  removeMember: endpoint({
    method: 'DELETE',
    path: '/api/companies/{id}/members/{account_id}',
    auth: 'session',
    summary: 'Remove a member, or leave the company; keys they created for the company are revoked',
    params: oneMember,
    errors: ['not_found', 'forbidden', 'last_owner'],
  }),
  keys: endpoint({
    method: 'GET',
    path: '/api/companies/{id}/keys',
    auth: 'session',
    summary: "List the company's API keys (owners and admins: all; members: their own)",
    params: one,
    response: z.array(ApiKey),
    errors: ['not_found'],
  }),
  generateKey: endpoint({
    method: 'POST',
    path: '/api/companies/{id}/keys',
    auth: 'member',
    reauth: 'recent',
    summary: 'Create an API key for the company; the key is returned only once',
    status: 201,
    params: one,
    body: NewApiKey,
    response: CreatedApiKey,
    errors: ['not_found', 'limit_reached', 'daily_limit_reached'],
    perMinute: 30,
  }),
  revokeKey: endpoint({
    method: 'DELETE',
    path: '/api/companies/{id}/keys/{key_id}',
    auth: 'session',
    summary: "Revoke one of the company's API keys",
    params: z.strictObject({ id: AccountId, key_id: ApiKeyId }),
    errors: ['not_found', 'forbidden'],
  }),
} as const
