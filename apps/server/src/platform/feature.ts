import type { AccountId, ApiKeyId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { FastifyInstance } from 'fastify'
import type { EventKind, EventSubscriber } from './business-events/business-event.ts'
import type { Platform } from './create-platform.ts'
import type { Ctx, Tx } from './ctx.ts'
import type { Db } from './database/connect.ts'
import type { OtherHosts } from './http/other-hosts.ts'
import type { Routes } from './http/routes.ts'
import type { Upgrade } from './http/upgrades.ts'
import type { OutsideAssets, OutsideRecords } from './outside-assets.ts'
import type { PersonalData } from './personal-data.ts'
import type { Schedule } from './scheduled-work/schedule.ts'
import type { ReadSpenders, ReadSpendRate } from './spend-rate.ts'
import type { TopicRules } from './topic-rules.ts'

/**
 * The parts that one feature adds to the server. The server iterates over the list of features (`features.ts`) and
 * names none of them; a feature leaves out the parts that it does not have. `X`: the context that it needs. `Made`: the
 * part of that context which it makes itself.
 */
export interface Feature<X extends Ctx, Made extends object = object> {
  /** The name of its folder. */
  readonly name: string
  /** Creates its part of the context, from the platform and from what the features before it in the list have made. */
  readonly services?: (
    parts: ServiceParts & AdaptersOf<X, keyof Made>,
  ) => Services<Made> | Promise<Services<Made>>
  /** Adapters that are made anew for each request, such as those that pass its id on. */
  readonly forRequest?: (adapters: AdaptersOf<X>, requestId: string) => Partial<Made>
  /** Mounts its endpoints. `Y`: the context of the server, which has every feature's. */
  readonly routes?: <Y extends X>(routes: Routes<Y>, all: AllFeatures<Y>) => void
  /** Adds pages that are no endpoints of the contract. */
  readonly pages?: (http: FastifyInstance, ctx: X) => Promise<void>
  /** Takes over HTTP connections for a protocol of its own; ended before the HTTP server closes. */
  readonly upgrade?: (ctx: X) => FeatureUpgrade
  /** Answers requests to hosts other than the console's; at most one feature does. */
  readonly otherHosts?: (ctx: X) => OtherHosts | undefined
  /** Health checks of parts that this server cannot run without, by the part's name. */
  readonly checks?: Checks<X>
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
  /** The accounts with a cost per hour from the balance now. */
  readonly spenders?: ReadSpenders
  /** Places outside that hold money of the platform, for the ledger check. */
  readonly assetSources?: readonly OutsideAssets<X>[]
  /** Its own records of money outside, for the ledger check. */
  readonly assetRecords?: readonly OutsideRecords<X>[]
  /** What calendars of accounts show. */
  readonly calendar?: ReadCalendarPeriods
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

/** The adapters of a context, which requests share: what it has beyond the platform's, except some. */
export type AdaptersOf<X extends Ctx, Except extends PropertyKey = never> = Omit<
  X,
  keyof Ctx | Except
>

/** What services are made of. */
export interface ServiceParts extends Platform {
  readonly options: ServiceOptions
  readonly scheduledWork: { running(): boolean }
  /** All features, merged. */
  readonly all: AllFeatures
  /** Aborts when the server stops. */
  readonly stopping: AbortSignal
}

/** Replacements of services' parts, for tests. A feature that has some declares them (`declare module`). */
export interface ServiceOptions {
  /** Whether scheduled work runs; on by default. */
  readonly scheduledWork?: 'on' | 'off'
}

/** Services of a feature, which are disposed of in reverse order when the server ends. */
export interface Services<Made extends object> extends Partial<AsyncDisposable> {
  /** The part of the context that they provide. */
  readonly adapters: Made
}

/** A protocol, by the value of the Upgrade header, and its connections, which end when it is disposed of. */
export interface FeatureUpgrade extends AsyncDisposable {
  readonly protocol: string
  readonly take: Upgrade
}

/** Checks of parts: each resolves with the state of its part as text, and rejects when that is unhealthy. */
export type Checks<X> = Readonly<Record<string, (ctx: X) => Promise<string>>>

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

/** What an account's calendar shows beside its posts: a time of a feature that matters to it. */
export interface CalendarPeriod {
  readonly kind: 'mission' | 'announcement'
  /** Unique for all time, and the same in each reading. */
  readonly id: string
  readonly title: string
  readonly from: Date
  /** Exclusive; null where it has no end yet. */
  readonly to: Date | null
  /** Until when something can still be done after its end, such as claiming a reward. */
  readonly until: Date | null
  readonly changedAt: Date
}

/** Reads what overlaps a time, at most some hundreds. */
export type ReadCalendarPeriods = (
  ctx: Pick<Ctx, 'db' | 'clock'>,
  of: { readonly accountId: AccountId; readonly from: Date; readonly to: Date },
) => Promise<readonly CalendarPeriod[]>

/**
 * Hooks in a transaction of one feature where others take part: all of it commits together, or nothing. Work that can
 * run a moment later subscribes to a business event instead. The feature that a hook is about declares it (`declare
 * module`), with what its handlers receive.
 */
export interface Hooks extends Record<never, never> {}
export type HookName = keyof Hooks

export type HookHandlers = {
  readonly [Name in HookName]?: (ctx: Ctx, tx: Tx, at: Hooks[Name]) => Promise<void>
}

/** The merged parts of all features: sums over an account, hooks, topics and health checks. */
export interface AllFeatures<X = never> {
  readonly quotas: readonly Quota[]
  /** Returns only what is in use, in the order of the features. */
  inUse(db: Db, accountId: AccountId): Promise<readonly InUse[]>
  readonly spendRate: ReadSpendRate
  readonly spenders: ReadSpenders
  readonly assetSources: readonly OutsideAssets<X>[]
  readonly assetRecords: readonly OutsideRecords<X>[]
  /** In order of their beginning. */
  readonly calendar: ReadCalendarPeriods
  readonly keySpend: KeySpend
  readonly personalData: Required<PersonalData>
  readonly topics: TopicRules<X>
  readonly checks: Checks<X>
  /** Runs the handlers of every feature, in the order of the features. */
  runHooks<Name extends HookName>(name: Name, ctx: Ctx, tx: Tx, at: Hooks[Name]): Promise<void>
}
