import type { Clock } from '@gridloom/async/clock'
import type { Role } from '@gridloom/contract/accounts/user-details'
import type {
  AccountId,
  ApiKeyId,
  MachineId,
  SessionId,
  SshKeyId,
} from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { ModelId } from '@gridloom/contract/models/model-id'
import type { Scope } from '@gridloom/contract/scopes'
import type { Db } from './database/connect.ts'
import type { NewChange } from './events.ts'
import type { Ids } from './ids.ts'
import type { Log } from './log.ts'

/** The caller of a request. */
export type Actor =
  | { kind: 'visitor' }
  | AccountActor
  | { kind: 'machine'; machineId: MachineId }
  | { kind: 'system' }

/** A signed-in user, or one of their API keys. */
export interface AccountActor {
  readonly kind: 'account'
  /** The active account: the user's own, or the company's that they act for. */
  readonly accountId: AccountId
  readonly userId: AccountId
  readonly role: Role
  /** Whether the user has opened the beta with an access code. */
  readonly hasAccess: boolean
  readonly via: SessionCredential | KeyCredential | SshCredential | StandingOrder
}
export interface SessionCredential {
  readonly kind: 'session'
  readonly sessionId: SessionId
  /** `reset`: the temporary token of a forgotten password. `extension`: the browser extension's. */
  readonly purpose: 'sign_in' | 'reset' | 'extension'
}
export interface KeyCredential {
  readonly kind: 'key'
  readonly keyId: ApiKeyId
  readonly scopes: readonly Scope[]
  /** Models that may be used with it; `null`: all. */
  readonly models: readonly ModelId[] | null
}

/** The SSH key that a user signed in with, to a single instance. */
export interface SshCredential {
  readonly kind: 'ssh_key'
  readonly keyId: SshKeyId
}

/** The user ordered earlier what the server does for them now. It opens nothing that outlives the work. */
export interface StandingOrder {
  readonly kind: 'standing_order'
}

/** Facts for the audit log beyond those of the request. */
export interface AuditNote {
  /** The account of an action without a signed-in user. */
  accountId?: AccountId
  /** The id of the subject, when the address does not contain it. */
  subject?: string
}

/** An open transaction: the only way to write. Published changes reach subscribers when it commits. */
export interface Tx {
  readonly db: Db
  publish(...changes: readonly NewChange[]): Promise<void>
  /** Adds to the entry of the audit log that is written with this transaction, if any. */
  note(note: AuditNote): void
}

/** The first argument of every verb. Features add their own adapters to it (`Ctx & { captcha: … }`). */
export interface Ctx {
  readonly actor: Actor
  readonly requestId: string
  readonly signal: AbortSignal
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  /** For reading. Writes go through {@link Ctx.transact}. */
  readonly db: Db
  /** Runs one transaction, retried when PostgreSQL asks for it (serialisation failure, deadlock). */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Writes the request's entry of the audit log, unless a transaction of it did so already. */
  settleAudit(): Promise<void>
  /** The writes of one part of a request that acts on several subjects: each part has an audit event of its own. */
  auditedAs(part: { action: string; subject: string }): AuditedWrites
}

/** The writing side of a request, or of one part of it. */
export type AuditedWrites = Pick<Ctx, 'transact' | 'settleAudit' | 'auditedAs'>

/** Returns the signed-in account. @throws Refused `unauthorized` */
export function accountOf(ctx: Pick<Ctx, 'actor'>): AccountActor {
  if (ctx.actor.kind !== 'account') throw new Refused('unauthorized')
  return ctx.actor
}

/** Returns the signed-in user, whatever their active account. @throws Refused `unauthorized` */
export function userOf(ctx: Pick<Ctx, 'actor'>): AccountId {
  return accountOf(ctx).userId
}

/** Returns the caller's session. @throws Refused `unauthorized`, also for an API key, which has none */
export function sessionOf(ctx: Pick<Ctx, 'actor'>): SessionId {
  const { via } = accountOf(ctx)
  if (via.kind !== 'session') throw new Refused('unauthorized')
  return via.sessionId
}

/** Returns the caller's API key, or `null` when a user calls. */
export function actingKeyId(ctx: Pick<Ctx, 'actor'>): ApiKeyId | null {
  const { via } = accountOf(ctx)
  return via.kind === 'key' ? via.keyId : null
}
