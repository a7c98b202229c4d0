import { z } from 'zod'
import { limits } from '../core/constants.ts'
import { MicroUsd, Timestamp } from '../core/values.ts'

/** Stops an instance whose CPU and GPUs were below the thresholds for so long, while nobody was connected to it. */
export const StopIdle = z.strictObject({
  /** Of all its vCPUs. */
  cpu_percent: z.number().min(0.1).max(100),
  /** Of each of its GPUs; without effect for an instance without GPUs. */
  gpu_percent: z.number().min(0.1).max(100),
  minutes: z.int().min(limits.idleMinutesMin).max(limits.idleMinutesMax),
})
export type StopIdle = z.infer<typeof StopIdle>

/** A name of the IANA time zone database. */
export const TimeZone = z
  .string()
  .max(64)
  .regex(
    /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/,
    'must be a time zone such as Europe/Berlin',
  )
  .refine(isTimeZone, 'must be a time zone such as Europe/Berlin')
  .meta({ examples: ['Europe/Berlin'] })
export type TimeZone = z.infer<typeof TimeZone>

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    // @NOTE an unknown name is a RangeError.
    return false
  }
}

/** Five fields: minute, hour, day of the month, month, day of the week. The server checks that it ever happens. */
export const CronExpression = z
  .string()
  .trim()
  .max(100)
  .regex(
    /^[0-9A-Za-z*,/#-]+( +[0-9A-Za-z*,/#-]+){4}$/,
    'must have five fields, such as 0 8 * * 1-5',
  )
  .meta({ examples: ['0 8 * * 1-5'] })
export type CronExpression = z.infer<typeof CronExpression>

/** When an instance starts and stops, in local time of the zone. A time that daylight saving skips happens after it. */
export const InstanceSchedule = z
  .strictObject({
    time_zone: TimeZone,
    start: CronExpression.nullable().default(null),
    stop: CronExpression.nullable().default(null),
  })
  .refine(({ start, stop }) => start !== null || stop !== null, {
    message: 'give start, stop or both',
    path: ['start'],
  })
export type InstanceSchedule = z.infer<typeof InstanceSchedule>

/** The settings of an instance that stop and start it by themselves; `null`: none. An omitted one stays as it is. */
export const AutomationSettings = z
  .strictObject({
    /** The most that it may cost in all, running and stopped; it is stopped before it costs more. */
    budget_micro_usd: MicroUsd.min(limits.instanceBudgetMicroUsdMin)
      .max(limits.instanceBudgetMicroUsdMax)
      .nullable()
      .optional(),
    /** Once: it is stopped then. */
    stop_at: Timestamp.nullable().optional(),
    /** Seconds since its last start. */
    stop_after_s: z.int().min(limits.stopAfterSMin).max(limits.stopAfterSMax).nullable().optional(),
    stop_idle: StopIdle.nullable().optional(),
    schedule: InstanceSchedule.nullable().optional(),
  })
  .meta({
    examples: [
      {
        budget_micro_usd: 20_000_000,
        stop_idle: { cpu_percent: 5, gpu_percent: 5, minutes: 30 },
        schedule: { time_zone: 'Europe/Berlin', start: '0 8 * * 1-5', stop: '0 18 * * 1-5' },
      },
    ],
  })
export type AutomationSettings = z.infer<typeof AutomationSettings>

/** Which rule stops an instance. */
export const StopCause = z.enum([
  'stop_time_reached',
  'run_time_reached',
  'idle',
  'stopped_by_schedule',
])
export type StopCause = z.infer<typeof StopCause>

/** Why a scheduled start has not happened yet. */
export const StartBlocker = z.enum([
  'insufficient_funds',
  'account_budget_exceeded',
  'project_budget_exceeded',
  'instance_budget_exceeded',
  'key_budget_exceeded',
  'offer_taken',
  'machine_offline',
  'account_suspended',
  'not_startable',
])
export type StartBlocker = z.infer<typeof StartBlocker>

/** What stops and starts an instance by itself, and what it will do next. */
export const Automation = z.strictObject({
  budget_micro_usd: MicroUsd.nullable(),
  stop_at: Timestamp.nullable(),
  stop_after_s: z.int().nullable(),
  stop_idle: StopIdle.nullable(),
  schedule: InstanceSchedule.nullable(),
  /** The next stop by a rule, as far as it is known now; of an idle instance if it stays idle. */
  next_stop: z.strictObject({ at: Timestamp, cause: StopCause }).nullable(),
  next_start_at: Timestamp.nullable(),
  /** No rule stops it before. */
  postponed_until: Timestamp.nullable(),
  /** A scheduled start that is tried again until then, and why it has not happened. */
  start_blocked: z.strictObject({ until: Timestamp, why: StartBlocker }).nullable(),
})
export type Automation = z.infer<typeof Automation>

/** Postpones the next stop by a rule, counted from now. */
export const PostponeStop = z.strictObject({
  minutes: z.int().min(5).max(limits.postponeMinutesMax),
})
export type PostponeStop = z.infer<typeof PostponeStop>
