import { z } from 'zod'
import { limits } from '../core/constants.ts'
import { MicroUsd, Timestamp } from '../core/values.ts'
import { CronExpression, StopIdle, TimeZone } from './automation.ts'

/** The rules to look at: those whose fields are all given. */
export const SavingsQuery = z.strictObject({
  stop_after_s: z.coerce
    .number()
    .int()
    .min(limits.stopAfterSMin)
    .max(limits.stopAfterSMax)
    .optional(),
  cpu_percent: z.coerce.number().pipe(StopIdle.shape.cpu_percent).optional(),
  gpu_percent: z.coerce.number().pipe(StopIdle.shape.gpu_percent).optional(),
  idle_minutes: z.coerce.number().pipe(StopIdle.shape.minutes).optional(),
  time_zone: TimeZone.optional(),
  start: CronExpression.optional(),
  stop: CronExpression.optional(),
})
export type SavingsQuery = z.infer<typeof SavingsQuery>

/** What a rule would have saved since a time; not said where too little is known since then. */
export const Saving = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('saved'),
    since: Timestamp,
    seconds: z.int(),
    micro_usd: MicroUsd,
  }),
  z.strictObject({ kind: z.literal('too_little_history'), since: Timestamp.nullable() }),
])
export type Saving = z.infer<typeof Saving>

/** What rules would have saved, by the instance's own history; `null`: not asked for. */
export const Savings = z.strictObject({
  stop_after: Saving.nullable(),
  stop_idle: Saving.nullable(),
  schedule: Saving.nullable(),
})
export type Savings = z.infer<typeof Savings>
