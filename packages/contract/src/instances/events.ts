import { z } from 'zod'
import { InstanceId } from '../core/ids.ts'
import { Timestamp } from '../core/values.ts'
import { StartBlocker } from './automation.ts'
import { ChargingCause, ReasonCode } from './instance.ts'

/** The kinds of events of an instance. `folded`: earlier events that were summed up in one. */
export const InstanceEventKind = z.enum([
  'ordered',
  'image_pulled',
  'started',
  'ready',
  'charging_started',
  'entered',
  'start_requested',
  'restart_requested',
  'stop_requested',
  'stopped',
  'stop_overdue',
  'failed',
  'lost',
  'back',
  'automation_changed',
  'budget_low',
  'stop_announced',
  'interrupting',
  'start_blocked',
  'destroy_requested',
  'destroyed',
  'folded',
])
export type InstanceEventKind = z.infer<typeof InstanceEventKind>

/** Why it happened: the reason of a state, the cause of the start of charging, or why a scheduled start failed. */
export const InstanceEventCause = z.enum([
  ...ReasonCode.options,
  ...ChargingCause.options,
  ...StartBlocker.options,
])
export type InstanceEventCause = z.infer<typeof InstanceEventCause>

/** Who caused it: a user, or an API key by its name. */
export const InstanceEventActor = z.strictObject({
  kind: z.enum(['user', 'api_key']),
  name: z.string(),
})
export type InstanceEventActor = z.infer<typeof InstanceEventActor>

/** An event in the life of an instance. */
export const InstanceEvent = z.strictObject({
  id: z.string().meta({ examples: ['48213'] }),
  instance_id: InstanceId,
  label: z.string(),
  at: Timestamp,
  kind: InstanceEventKind,
  /** `null`: its machine or the control plane. */
  by: InstanceEventActor.nullable(),
  cause: InstanceEventCause.nullable(),
  exit_code: z.int().nullable(),
  /** Of `folded`: the number of events that it stands for. */
  folded: z.int().nullable(),
  /** One sentence. */
  text: z.string(),
})
export type InstanceEvent = z.infer<typeof InstanceEvent>

/** Older events than the cursor. */
export const InstanceEventQuery = z.strictObject({
  cursor: z
    .string()
    .regex(/^[0-9]{1,18}$/, 'must be a cursor of an earlier page')
    .optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})
export type InstanceEventQuery = z.infer<typeof InstanceEventQuery>

/** A page of events, newest first. */
export const InstanceEvents = z.strictObject({
  events: z.array(InstanceEvent),
  /** The cursor of the next page; `null`: this is the last one. */
  next_cursor: z.string().nullable(),
})
export type InstanceEvents = z.infer<typeof InstanceEvents>
