import { NotificationSettings } from '@gridloom/contract/accounts/notification-settings'
import { AuditEntry } from '@gridloom/contract/audit/audit-entry'
import { Login } from '@gridloom/contract/auth/login-provider'
import { Passkey } from '@gridloom/contract/auth/passkey'
import { Session } from '@gridloom/contract/auth/session'
import { ApiKey } from '@gridloom/contract/keys/api-key'
import { SshKey } from '@gridloom/contract/keys/ssh-key'
import { sampleId, secondsBefore } from './samples.ts'

// Builders of account data with defaults; each parses what it builds.

export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'

export function aSession(parts: object = {}): Session {
  return Session.parse({
    id: sampleId('ses', 1),
    origin: 'password',
    current: false,
    user_agent: firefox,
    address: '192.0.2.7',
    created_at: secondsBefore(86_400),
    last_seen_at: secondsBefore(60),
    expires_at: secondsBefore(-6 * 86_400),
    ...parts,
  })
}

export function anSshKey(parts: object = {}): SshKey {
  return SshKey.parse({
    id: sampleId('ssh', 1),
    name: 'laptop',
    type: 'ssh-ed25519',
    bits: 256,
    fingerprint: 'SHA256:0123456789abcdefghijklmnopqrstuvwxyzABCDEFG',
    created_at: secondsBefore(86_400),
    ...parts,
  })
}

export function anApiKey(parts: object = {}): ApiKey {
  return ApiKey.parse({
    id: sampleId('key', 1),
    name: 'ci',
    starts_with: 'glk_abcd',
    scopes: ['instances:read'],
    budget_micro_usd: 5_000_000,
    budget_period: 'never',
    budget_resets_at: null,
    spent_micro_usd: 1_250_000,
    held_micro_usd: 0,
    project: null,
    models: null,
    expires_at: null,
    created_at: secondsBefore(86_400),
    created_by: 'ada',
    last_used_at: secondsBefore(180),
    last_used_address: '192.0.2.9',
    ...parts,
  })
}

export function aPasskey(parts: object = {}): Passkey {
  return Passkey.parse({
    id: sampleId('psk', 1),
    name: 'Firefox on Linux',
    synced: true,
    created_at: secondsBefore(86_400),
    last_used_at: null,
    ...parts,
  })
}

export function aLogin(parts: object = {}): Login {
  return Login.parse({
    id: sampleId('lgn', 1),
    provider: 'google',
    email: 'ada@example.org',
    created_at: secondsBefore(86_400),
    last_used_at: secondsBefore(3_600),
    ...parts,
  })
}

export function someNotifications(parts: object = {}): NotificationSettings {
  return NotificationSettings.parse({
    balance_low: true,
    instance_alerts: true,
    machine_alerts: true,
    render_news: true,
    offer_alerts: true,
    post_reminders: true,
    new_sign_in: true,
    announcements: true,
    ...parts,
  })
}

export function anAuditEntry(parts: object = {}): AuditEntry {
  return AuditEntry.parse({
    id: sampleId('aud', 1),
    at: secondsBefore(60),
    action: 'instances.stop',
    account_id: sampleId('acc', 1),
    user_id: sampleId('acc', 1),
    user: 'ada',
    api_key_id: null,
    subject: '',
    address: '192.0.2.7',
    user_agent: firefox,
    ...parts,
  })
}
