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
 * The parts that one feature adds to the server. The server iterates over the list of features (`features.ts`) and
 * names none of them; a feature leaves out the parts that it does not have. `X`: the context that it needs.
 */
export interface Feature<X extends Ctx> {
  /** The name of its folder. */
  readonly name: string
  /** Mounts its endpoints. */
  readonly routes?: (routes: Routes<X>, all: AllFeatures) => void
  /** Starts work that runs as long as the server, on every replica: subscriptions, schedulers. */
  readonly start?: (ctx: X) => AsyncDisposable
  /** Work that is repeated after a pause, on every replica. */
  readonly loops?: readonly Loop<X>[]
  /** Scheduled work, done once over all replicas. */
  readonly scheduled?: readonly Scheduled<X>[]
  /** Limits on the resources of a party (a user with the companies they own). */
  readonly quotas?: readonly Quota[]
  /** Resources in use that keep an account from being closed. */
  readonly inUse?: (db: Db, accountId: AccountId) => Promise<readonly InUse[]>
  /** The present cost per hour of an account's running resources. */
  readonly spendRate?: ReadSpendRate
  /** The charges and holds of API keys. */
  readonly keySpend?: KeySpend
  /** Its tables that name users. */
  readonly personalData?: PersonalData
  /** The topics of the changes that it publishes, and the events that pages receive for them. */
  readonly topics?: TopicRules<X>
  /** The kinds of business events that it records. */
  readonly events?: readonly EventKind[]
  /** Its handlers of business events, its own or those of other features: run later, at least once, in order. */
  readonly subscribers?: readonly EventSubscriber<X>[]
  /** Its handlers within transactions of other features. */
  readonly hooks?: HookHandlers
}

/** Work that is repeated after a pause, measured from end to start; a failure is logged and the next run follows. */
export interface Loop<X> {
  readonly name: string
  readonly everyMs: number
  readonly run: (ctx: X, signal: AbortSignal) => Promise<unknown>
}

/** Scheduled work, done once over all replicas and again after a failure: it must be safe to run twice. */
export interface Scheduled<X> {
  readonly name: string
  readonly schedule: Schedule
  readonly run: (ctx: X) => Promise<void>
}

/** A limit on the resources of a party: a user and the companies they own. */
export interface Quota {
  readonly max: number
  /** The resource that is counted, in the plural, as the error names it. */
  readonly what: string
  /** Counts the resources of these accounts together. */
  used(db: Db, party: readonly AccountId[]): Promise<number>
}

/** Resources of an account that are in use, such as 2 × `instance`. */
export interface InUse {
  readonly count: number
  readonly noun: string
}

/** A key, and since when its spending counts: the beginning of a UTC day, or `null` for all of it. */
export interface KeySince {
  readonly id: ApiKeyId
  readonly since: Date | null
}

/** The money that a key used in a period. Both count against its budget. */
export interface SpentByKey {
  readonly chargedMicroUsd: MicroUsd
  /** On hold now: it is charged or released. */
  readonly heldMicroUsd: MicroUsd
}

/** Sums the charges and holds of each key; a key without any may be left out. */
export type KeySpend = (
  db: Db,
  keys: readonly KeySince[],
) => Promise<ReadonlyMap<ApiKeyId, SpentByKey>>

/**
 * Hooks in a transaction of one feature where others take part: all of it commits together, or nothing. Work that can
 * run a moment later subscribes to a business event instead.
 */
export interface Hooks {
  /** The SSH keys of a user changed, or the companies whose instances they reach. */
  readonly 'ssh_keys.changed': { readonly userId: AccountId }
  /** A user no longer belongs to a company: their sessions and keys can no longer act for it. */
  readonly 'membership.ended': { readonly companyId: AccountId; readonly userId: AccountId }
  /** An account is about to be closed: prepaid holds return to its balance before that is read. */
  readonly 'account.closing': { readonly accountId: AccountId }
  /** An account was closed: its resources are deleted, except those that money records refer to. */
  readonly 'account.closed': { readonly accountId: AccountId; readonly at: Date }
  /** A computer was enrolled as a machine. */
  readonly 'machine.enrolled': {
    readonly machineId: MachineId
    readonly accountId: AccountId
    /** Earlier machines on the same computer. */
    readonly before: readonly MachineId[]
    /** Whether the server itself runs on it. */
    readonly isHere: boolean
  }
}
export type HookName = keyof Hooks

export type HookHandlers = {
  readonly [Name in HookName]?: (ctx: Ctx, tx: Tx, at: Hooks[Name]) => Promise<void>
}

/** The merged parts of all features: sums over an account, and hooks. */
export interface AllFeatures {
  readonly quotas: readonly Quota[]
  /** Returns only what is in use, in the order of the features. */
  inUse(db: Db, accountId: AccountId): Promise<readonly InUse[]>
  readonly spendRate: ReadSpendRate
  readonly keySpend: KeySpend
  readonly personalData: Required<PersonalData>
  /** Runs the handlers of every feature, in the order of the features. */
  runHooks<Name extends HookName>(name: Name, ctx: Ctx, tx: Tx, at: Hooks[Name]): Promise<void>
}
