import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { ApiKeyId, SshKeyId } from '../core/ids.ts'
import { PlainLine, requiredText } from '../core/values.ts'
import { ApiKey, CreatedApiKey, NewApiKey } from './api-key.ts'
import { SshKey } from './ssh-key.ts'

const keyParams = z.strictObject({ id: ApiKeyId })

export const keys = {
  addSshKey: endpoint({
    method: 'PUT',
    path: '/api/user/ssh_key',
    auth: 'session',
    reauth: 'recent',
    title: 'Add SSH key',
    summary: 'Add a public SSH key (OpenSSH format); adding the same key again renames it',
    body: z.strictObject({
      ssh_key: requiredText('SSH key is required').trim().min(1, 'SSH key is required').max(16_384),
      name: PlainLine.max(80).optional(),
    }),
    response: SshKey,
    perMinute: 30,
    errors: ['email_unverified', 'limit_reached'],
  }),
  sshKeys: endpoint({
    method: 'GET',
    path: '/api/user/ssh_keys',
    auth: 'session',
    title: 'List SSH keys',
    summary: 'List your public SSH keys',
    response: z.array(SshKey),
  }),
  removeSshKey: endpoint({
    method: 'DELETE',
    path: '/api/user/ssh_keys/{id}',
    auth: 'session',
    title: 'Remove SSH key',
    summary: 'Remove a public SSH key',
    params: z.strictObject({ id: SshKeyId }),
    errors: ['not_found'],
  }),
  generateApiKey: endpoint({
    method: 'POST',
    path: '/api/user/generate-api-key',
    auth: 'session',
    reauth: 'recent',
    title: 'Create API key',
    summary: 'Create an API key; the key is returned only once',
    status: 201,
    body: NewApiKey,
    response: CreatedApiKey,
    perMinute: 30,
    errors: ['email_unverified', 'limit_reached', 'daily_limit_reached'],
  }),
  apiKeys: endpoint({
    method: 'GET',
    path: '/api/user/api-keys',
    auth: 'session',
    title: 'List API keys',
    summary: 'List your API keys, newest first',
    response: z.array(ApiKey),
  }),
  revokeApiKey: endpoint({
    method: 'DELETE',
    path: '/api/user/api-keys/{id}',
    auth: 'session',
    title: 'Revoke API key',
    summary: 'Revoke an API key immediately',
    params: keyParams,
    errors: ['not_found'],
  }),
} as const
