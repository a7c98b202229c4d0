import type { AccountId, ApiKeyId, MachineId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { EventKind, EventSubscriber } from './business-events/business-event.ts'
import type { Ctx, Tx } from './ctx.ts'
import type { Db } from './database/connect.ts'
import type { Routes } from './http/routes.ts'
import type { PersonalData } from './personal-data.ts'
import type { Schedule } from './scheduled-work/schedule.ts'
import type { ReadSpendRate } from './spend-rate.ts'
import type { TopicRules } from './topic-rules.ts'

/**
 * What one feature adds to the server. The server goes over the list of features (`features.ts`) and knows none of them
 * by name; what a feature does not have, it leaves out. `X`: the context that it needs.
 */
export interface Feature<X extends Ctx> {
  /** The name of its folder. */
  readonly name: string
  /** Mounts its endpoints. */
  readonly routes?: (routes: Routes<X>, all: AllFeatures) => void
  /** Starts what runs as long as the server does, on every replica: subscriptions, schedulers. */
  readonly start?: (ctx: X) => AsyncDisposable
  /** What it does again and again, on every replica. */
  readonly loops?: readonly Loop<X>[]
  /** What is done by the clock, once over all replicas. */
  readonly scheduled?: readonly Scheduled<X>[]
  /** Bounds on what a user has together with the companies they own. */
  readonly quotas?: readonly Quota[]
  /** What runs for an account and keeps it from being closed. */
  readonly inUse?: (db: Db, accountId: AccountId) => Promise<readonly InUse[]>
  /** What an account's running resources cost an hour right now. */
  readonly spendRate?: ReadSpendRate
  /** What was spent and is on hold with API keys. */
  readonly keySpend?: KeySpend
  /** Its tables that name users. */
  readonly personalData?: PersonalData
  /** The topics of the changes that it publishes, and what pages receive of them. */
  readonly topics?: TopicRules<X>
  /** The kinds of business events that it records. */
  readonly events?: readonly EventKind[]
  /** What it does after business events, its own or those of other features: later, at least once, in order. */
  readonly subscribers?: readonly EventSubscriber<X>[]
  /** What it does in the transaction of another feature. */
  readonly hooks?: HookHandlers
}

/** Work that comes round after a pause, measured from end to start; a failure is logged and the next turn comes. */
export interface Loop<X> {
  readonly name: string
  readonly everyMs: number
  readonly run: (ctx: X, signal: AbortSignal) => Promise<unknown>
}

/** Work by the clock, done once over all replicas; again after a failure, so that it must be safe to do twice. */
export interface Scheduled<X> {
  readonly name: string
  readonly schedule: Schedule
  readonly run: (ctx: X) => Promise<void>
}

/** A bound on what a party has: a user and the companies they own. */
export interface Quota {
  readonly max: number
  /** What is counted, in the plural, as the refusal names it. */
  readonly what: string
  /** What these accounts have of it together. */
  used(db: Db, party: readonly AccountId[]): Promise<number>
}

/** Resources of an account that are in use, such as 2 × `instance`. */
export interface InUse {
  readonly count: number
  readonly noun: string
}

/** A key, and since when its spend counts: the beginning of a UTC day, or `null` for all of it. */
export interface KeySince {
  readonly id: ApiKeyId
  readonly since: Date | null
}

/** What was spent and is on hold with each key; a key that spent nothing may be left out. */
export type KeySpend = (
  db: Db,
  keys: readonly KeySince[],
) => Promise<ReadonlyMap<ApiKeyId, MicroUsd>>

/**
 * Points in a transaction of one feature where others take part: all of it commits together, or nothing. What may come
 * a moment later subscribes to a business event instead.
 */
export interface Hooks {
  /** The SSH keys of a user changed, or the companies whose instances they reach. */
  readonly 'ssh_keys.changed': { readonly userId: AccountId }
  /** A user no longer belongs to a company: what they could do for it by keys and sessions ends. */
  readonly 'membership.ended': { readonly companyId: AccountId; readonly userId: AccountId }
  /** An account is about to be closed: what is prepaid for it goes back to its balance before that is read. */
  readonly 'account.closing': { readonly accountId: AccountId }
  /** An account was closed: what is made of it is deleted, but for what money records refer to. */
  readonly 'account.closed': { readonly accountId: AccountId; readonly at: Date }
  /** A computer became a machine. */
  readonly 'machine.enrolled': {
    readonly machineId: MachineId
    readonly accountId: AccountId
    /** Machines that the same computer was earlier. */
    readonly before: readonly MachineId[]
    /** The server runs on it. */
    readonly isHere: boolean
  }
}
export type HookName = keyof Hooks

export type HookHandlers = {
  readonly [Name in HookName]?: (ctx: Ctx, tx: Tx, at: Hooks[Name]) => Promise<void>
}

/** What all features together say of an account, and do when something happens in one of them. */
export interface AllFeatures {
  readonly quotas: readonly Quota[]
  /** Only what is in use, in the order of the features. */
  inUse(db: Db, accountId: AccountId): Promise<readonly InUse[]>
  readonly spendRate: ReadSpendRate
  readonly keySpend: KeySpend
  readonly personalData: Required<PersonalData>
  /** Runs the handlers of every feature, in the order of the features. */
  runHooks<Name extends HookName>(name: Name, ctx: Ctx, tx: Tx, at: Hooks[Name]): Promise<void>
}
