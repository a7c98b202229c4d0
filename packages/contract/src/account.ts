import { z } from 'zod'
import { AuditEntry, AuditPage } from './audit.ts'
import { endpoint } from './endpoint.ts'
import { LoginProvider, PasskeyAnswer, PasskeyCeremony, UserDetails } from './identity.ts'
import { ApiKeyId, LoginId, PasskeyId, SessionId, SshKeyId } from './ids.ts'
import { ModelId } from './models.ts'
import { Scope } from './scopes.ts'
import { MicroUsd, PlainLine, Timestamp } from './values.ts'

/** How a session began. `extension`: the browser extension's own, which only reads who is signed in. */
export const SessionOrigin = z.enum(['password', 'code', 'provider', 'passkey', 'extension'])
export type SessionOrigin = z.infer<typeof SessionOrigin>

/** One place where somebody is signed in. */
export const Session = z.strictObject({
  id: SessionId,
  origin: SessionOrigin,
  /** The session that asks. */
  current: z.boolean(),
  user_agent: z.string().nullable(),
  address: z.string().nullable(),
  created_at: Timestamp,
  last_seen_at: Timestamp,
  expires_at: Timestamp,
})
export type Session = z.infer<typeof Session>

/** A public SSH key; `fingerprint` as `ssh-keygen -l` prints it (SHA256:…). */
export const SshKey = z.strictObject({
  id: SshKeyId,
  name: z.string(),
  type: z.string(),
  bits: z.int(),
  fingerprint: z.string(),
  created_at: Timestamp,
})
export type SshKey = z.infer<typeof SshKey>

/** An API key as it is listed: never the key itself, whose hash alone is kept. */
/** How often what a key may spend begins anew: at midnight UTC, of a day, of a Monday, of the first of a month. */
export const BudgetPeriod = z.enum(['never', 'daily', 'weekly', 'monthly'])
export type BudgetPeriod = z.infer<typeof BudgetPeriod>

export const ApiKey = z.strictObject({
  id: ApiKeyId,
  name: z.string(),
  /** How the key begins, to tell one from another. */
  starts_with: z.string(),
  scopes: z.array(Scope),
  /** What may be spent with it in a period; `null`: as much as the balance covers. */
  budget_micro_usd: MicroUsd.nullable(),
  budget_period: BudgetPeriod,
  /** When the budget begins anew; `null`: never. */
  budget_resets_at: Timestamp.nullable(),
  /** Spent and set aside with it so far, in this period. */
  spent_micro_usd: MicroUsd,
  /** Models that may be asked with it; `null`: all. */
  models: z.array(ModelId).nullable(),
  expires_at: Timestamp.nullable(),
  created_at: Timestamp,
  /** The person who made it; matters for a company's keys. */
  created_by: z.string(),
  last_used_at: Timestamp.nullable(),
  last_used_address: z.string().nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

export const NewApiKey = z.strictObject({
  name: PlainLine.min(1, 'Name is required').max(80),
  scopes: z.array(Scope).min(1, 'Choose at least one scope').max(Scope.options.length),
  budget_micro_usd: MicroUsd.min(1).max(1_000_000_000_000).nullable().optional(),
  budget_period: BudgetPeriod.optional(),
  models: z.array(ModelId).min(1).max(100).nullable().optional(),
  expires_at: Timestamp.nullable().optional(),
})
export type NewApiKey = z.infer<typeof NewApiKey>

/** The one time that a key is shown. */
export const MadeApiKey = z.strictObject({ key: z.string(), api_key: ApiKey })
export type MadeApiKey = z.infer<typeof MadeApiKey>

export const Passkey = z.strictObject({
  id: PasskeyId,
  name: z.string(),
  /** Whether it is kept by a service that carries it to other devices. */
  synced: z.boolean(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

/** A sign-in provider that is connected with the account. */
export const Login = z.strictObject({
  id: LoginId,
  provider: z.string(),
  email: z.string(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
})
export type Login = z.infer<typeof Login>

/** What a person is told by mail. Security letters (new password, new sign-in way) always go out. */
export const NotificationSettings = z.strictObject({
  /** Before the balance runs out, and when it has. */
  balance_low: z.boolean(),
  /** An instance failed, was lost or was stopped. */
  instance_trouble: z.boolean(),
  /** A machine of theirs went silent for ten minutes, or is back. */
  machine_trouble: z.boolean(),
  /** A render job ended, or waits for them. */
  render_news: z.boolean(),
  /** Signed in from a browser that was not seen before. */
  new_sign_in: z.boolean(),
  /** Announcements of the operator. */
  announcements: z.boolean(),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

/** A picture as a data URL: PNG, JPEG or WebP, at most 256 KiB. */
export const PictureUrl = z
  .string()
  .max(360_000, 'The picture is larger than 256 KB')
  .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$/, 'Use a PNG, JPEG or WebP picture')

export const ProfileChange = z.strictObject({
  username: z
    .string()
    .trim()
    .regex(/^[\w.-]{2,40}$/, 'Use 2 to 40 letters, digits, dots, - or _')
    .optional(),
  name: PlainLine.max(80).nullable().optional(),
  /** `null` takes the picture away. */
  image: PictureUrl.nullable().optional(),
})
export type ProfileChange = z.infer<typeof ProfileChange>

const keyParams = z.strictObject({ id: ApiKeyId })

export const account = {
  updateProfile: endpoint({
    method: 'PUT',
    path: '/api/user/update-profile',
    auth: 'session',
    summary: 'Change name and picture; what is left out stays',
    body: ProfileChange,
    response: UserDetails,
    perMinute: 30,
  }),
  picture: endpoint({
    method: 'GET',
    path: '/api/pictures/{hash}',
    auth: 'public',
    summary: 'A profile picture; the address changes with the picture',
    transport: 'file',
    params: z.strictObject({ hash: z.string().regex(/^[0-9a-f]{64}$/) }),
    errors: ['not_found'],
    perMinute: 3_000,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/user/sessions',
    auth: 'session',
    summary: 'Where you are signed in, the latest first',
    response: z.array(Session),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/user/sessions/{id}',
    auth: 'session',
    summary: 'Sign out there',
    params: z.strictObject({ id: SessionId }),
    errors: ['not_found'],
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/user/sessions',
    auth: 'session',
    summary: 'Sign out everywhere but here',
    response: z.strictObject({ ended: z.int() }),
  }),
  addSshKey: endpoint({
    method: 'PUT',
    path: '/api/user/ssh_key',
    auth: 'session',
    proof: 'recent',
    summary: 'Add a public SSH key (OpenSSH form); the same key again only renames it',
    body: z.strictObject({
      ssh_key: z.string().trim().min(1, 'SSH key is required').max(16_384),
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
    summary: 'Your public SSH keys',
    response: z.array(SshKey),
  }),
  removeSshKey: endpoint({
    method: 'DELETE',
    path: '/api/user/ssh_keys/{id}',
    auth: 'session',
    summary: 'Remove a public SSH key',
    params: z.strictObject({ id: SshKeyId }),
    errors: ['not_found'],
  }),
  generateApiKey: endpoint({
    method: 'POST',
    path: '/api/user/generate-api-key',
    auth: 'session',
    proof: 'recent',
    summary: 'Make an API key; it is shown this once',
    status: 201,
    body: NewApiKey,
    response: MadeApiKey,
    perMinute: 30,
    errors: ['email_unverified', 'limit_reached', 'daily_limit_reached'],
  }),
  apiKeys: endpoint({
    method: 'GET',
    path: '/api/user/api-keys',
    auth: 'session',
    summary: 'Your API keys, the newest first',
    response: z.array(ApiKey),
  }),
  revokeApiKey: endpoint({
    method: 'DELETE',
    path: '/api/user/api-keys/{id}',
    auth: 'session',
    summary: 'Revoke an API key, at once',
    params: keyParams,
    errors: ['not_found'],
  }),
  passkeys: endpoint({
    method: 'GET',
    path: '/api/user/passkeys',
    auth: 'session',
    summary: 'Your passkeys',
    response: z.array(Passkey),
  }),
  passkeyOptions: endpoint({
    method: 'POST',
    path: '/api/user/passkeys/options',
    auth: 'session',
    proof: 'recent',
    audit: 'none',
    summary: 'What the browser needs to make a passkey',
    response: PasskeyCeremony,
    errors: ['email_unverified', 'limit_reached'],
    perMinute: 30,
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/api/user/passkeys',
    auth: 'session',
    proof: 'recent',
    summary: 'Keep a passkey that the browser made',
    status: 201,
    body: PasskeyAnswer.extend({ name: PlainLine.min(1, 'Name is required').max(80) }),
    response: Passkey,
    errors: ['passkey_refused', 'email_unverified', 'limit_reached'],
    perMinute: 30,
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/api/user/passkeys/{id}',
    auth: 'session',
    proof: 'recent',
    summary: 'Remove a passkey; the last way in cannot be removed',
    params: z.strictObject({ id: PasskeyId }),
    errors: ['not_found', 'last_way_in'],
  }),
  logins: endpoint({
    method: 'GET',
    path: '/api/user/logins',
    auth: 'session',
    summary: 'The sign-in providers that are connected',
    response: z.array(Login),
  }),
  connectLogin: endpoint({
    method: 'POST',
    path: '/api/user/logins/{provider}',
    auth: 'session',
    proof: 'recent',
    summary:
      'Begin to connect a sign-in provider: where to send this very browser, which comes back to /account',
    params: z.strictObject({ provider: LoginProvider }),
    response: z.strictObject({ url: z.string() }),
    errors: ['not_found', 'email_unverified', 'provider_down'],
    perMinute: 30,
  }),
  removeLogin: endpoint({
    method: 'DELETE',
    path: '/api/user/logins/{id}',
    auth: 'session',
    proof: 'recent',
    summary: 'Disconnect a sign-in provider; the last way in cannot be removed',
    params: z.strictObject({ id: LoginId }),
    errors: ['not_found', 'last_way_in'],
  }),
  notifications: endpoint({
    method: 'GET',
    path: '/api/user/notifications',
    auth: 'session',
    summary: 'What you are told by mail',
    response: NotificationSettings,
  }),
  changeNotifications: endpoint({
    method: 'PUT',
    path: '/api/user/notifications',
    auth: 'session',
    summary: 'Choose what you are told by mail; what is left out stays',
    body: NotificationSettings.partial(),
    response: NotificationSettings,
  }),
  audit: endpoint({
    method: 'GET',
    path: '/api/user/audit',
    auth: 'session',
    summary: 'What was done with your account, by whom and from where, the latest first',
    query: z.strictObject(AuditPage),
    response: z.strictObject({ entries: z.array(AuditEntry), total: z.int() }),
  }),
  exportEverything: endpoint({
    method: 'GET',
    path: '/api/user/export',
    auth: 'session',
    proof: 'recent',
    summary: 'Everything that is kept of you, as one JSON document',
    transport: 'file',
    perMinute: 5,
  }),
  close: endpoint({
    method: 'DELETE',
    path: '/api/user',
    auth: 'session',
    proof: 'recent',
    summary:
      'Delete the account for good. What money records must keep stays without a name; refused while something of it still runs',
    errors: ['account_in_use', 'last_owner'],
    perMinute: 5,
  }),
} as const
