import { z } from 'zod'
import { agentLimits, agentText } from './agent/limits.ts'
import { limits } from './constants.ts'
import { InstanceId, MachineId, OfferId, QuoteId, TemplateId, TerminalId } from './ids.ts'
import { Environment, Port, TemplateFields } from './templates.ts'
import { MicroUsd, MicroUsdPerHour, PlainLine, Timestamp } from './values.ts'

export const InstanceState = z.enum([
  'requested',
  'pulling',
  'creating',
  'starting',
  'running',
  'stopping',
  'stopped',
  'destroyed',
  'failed',
  'lost',
])
export type InstanceState = z.infer<typeof InstanceState>

/** What the renter (or the balance) wants of an instance; the agent works towards it. */
export const DesiredState = z.enum(['running', 'stopped', 'destroyed'])
export type DesiredState = z.infer<typeof DesiredState>

/** Why an instance is where it is: closed codes, each with a text a person understands. */
export const ReasonCode = z.enum([
  'image_not_found',
  'registry_unreachable',
  'registry_denied',
  'image_too_large',
  'image_archive_broken',
  'create_refused',
  'start_failed',
  'start_script_failed',
  'readiness_timeout',
  'exited',
  'out_of_memory',
  'disk_full',
  'gpu_missing',
  'not_isolated',
  'engine_unreachable',
  'machine_silent',
  'balance_exhausted',
  'key_budget_exhausted',
  'stopped_by_renter',
  'restarted_by_renter',
  'disk_lost',
  'disk_expired',
  'machine_removed',
  'stop_overdue',
])
export type ReasonCode = z.infer<typeof ReasonCode>

export const Reason = z.strictObject({
  code: ReasonCode,
  /** Our sentence. */
  text: z.string(),
  exit_code: z.int().nullable().default(null),
  /** What its machine said of it, in words that nobody checked: one plain line, to be shown as such. */
  machine_says: z.string().nullable().default(null),
})
export type Reason = z.infer<typeof Reason>

/**
 * What began the charging of an instance: its readiness probe passed; its renter entered it (exec, terminal or tunnel)
 * before that; or its free start was used up.
 */
export const ChargingCause = z.enum(['ready', 'entered', 'free_start_used'])
export type ChargingCause = z.infer<typeof ChargingCause>

/** Since when an instance is charged for, and why from then on. */
export const Charging = z.strictObject({ since: Timestamp, cause: ChargingCause })
export type Charging = z.infer<typeof Charging>

/** How far the present step has come; `null` figures are not known. */
export const Progress = z.strictObject({
  text: z.string(),
  percent: z.number().min(0).max(100).nullable(),
  done_bytes: z.int().nullable(),
  total_bytes: z.int().nullable(),
})
export type Progress = z.infer<typeof Progress>

export const Instance = z.strictObject({
  id: InstanceId,
  label: z.string(),
  state: InstanceState,
  desired: DesiredState,
  /** Running, and the template's readiness probe has passed. */
  ready: z.boolean(),
  reason: Reason.nullable(),
  progress: Progress.nullable(),
  generation: z.int(),
  observed_generation: z.int(),
  machine_id: MachineId,
  machine_name: z.string(),
  /** When the machine last spoke of it; older than a few seconds means the rest is stale. */
  last_heard_at: Timestamp.nullable(),
  template_name: z.string(),
  image: z.string(),
  ports: z.array(Port),
  env: z.record(z.string(), z.string()),
  slots: z.int(),
  gpu_model: z.string().nullable(),
  vcpus: z.number(),
  memory_mib: z.int(),
  disk_gb: z.int(),
  running_micro_usd_per_hour: MicroUsdPerHour,
  stopped_micro_usd_per_hour: MicroUsdPerHour,
  /** What it has cost so far, to the second of `last_heard_at`. */
  cost_micro_usd: MicroUsd,
  held_micro_usd: MicroUsd,
  /** Seconds of running that are charged. */
  ready_s: z.int(),
  /** `null`: nothing is charged yet. */
  charging: Charging.nullable(),
  created_at: Timestamp,
  ready_at: Timestamp.nullable(),
  stopped_at: Timestamp.nullable(),
  destroyed_at: Timestamp.nullable(),
  /** Set when the balance ran out: until then the stopped disk is kept. */
  disk_kept_until: Timestamp.nullable(),
})
export type Instance = z.infer<typeof Instance>

/** An order. Either `template_id` or `template` says what to run; `quote_id` locks the price. */
export const Order = z
  .strictObject({
    offer_id: OfferId,
    quote_id: QuoteId.optional(),
    slots: z.int().min(1).max(limits.slotsPerInstance).default(1),
    template_id: TemplateId.optional(),
    template: TemplateFields.optional(),
    disk_gb: z.int().min(limits.diskGbMin).max(limits.diskGbMax),
    env: Environment.default({}),
    label: PlainLine.max(limits.labelChars).default(''),
  })
  .refine((order) => (order.template_id === undefined) !== (order.template === undefined), {
    message: 'give either template_id or template',
    path: ['template_id'],
  })
export type Order = z.infer<typeof Order>

/** One line that a container wrote; `at` has nanoseconds as the engine gives them. */
export const LogLine = z.strictObject({
  at: z.string().max(agentLimits.wordChars),
  stream: z.enum(['stdout', 'stderr']),
  text: z.string().max(agentLimits.logLineChars),
})
export type LogLine = z.infer<typeof LogLine>

export const LogQuery = z.strictObject({
  /** RFC 3339, with up to nanoseconds; lines at or after it. */
  since: z.string().max(40).optional(),
  tail: z.coerce.number().int().min(0).max(limits.logTailLines).default(500),
  /** Keep only lines that hold this text, without regard to case. */
  search: z.string().max(200).optional(),
})
export type LogQuery = z.infer<typeof LogQuery>

/** One sample of an instance's load as its machine says it, averaged since the one before. */
export const ReportedSample = z.strictObject({
  at: Timestamp,
  cpu_percent: z.number(),
  memory_bytes: z.int(),
  memory_limit_bytes: z.int(),
  network_rx_bytes_s: z.number(),
  network_tx_bytes_s: z.number(),
  disk_read_bytes_s: z.number(),
  disk_write_bytes_s: z.number(),
  disk_used_bytes: z.int().nullable(),
  gpus: z
    .array(
      z.strictObject({
        uuid: agentText(agentLimits.wordChars),
        utilization_percent: z.number().nullable(),
        memory_used_mib: z.int().nullable(),
      }),
    )
    .max(agentLimits.gpus),
})
export type ReportedSample = z.infer<typeof ReportedSample>

/** The same as its renter sees it: GPUs are counted, as their ids name hardware that is not theirs. */
export const MetricSample = ReportedSample.extend({
  gpus: z.array(ReportedSample.shape.gpus.element.omit({ uuid: true }).extend({ index: z.int() })),
})
export type MetricSample = z.infer<typeof MetricSample>

export const ExecRequest = z.strictObject({
  command: z.array(z.string().max(65_536)).min(1).max(256),
  timeout_s: z.int().min(1).max(limits.execTimeoutS).default(60),
  /** Text for the command's standard input. */
  stdin: z
    .string()
    .max(limits.jsonBodyBytes / 2)
    .optional(),
})
export type ExecRequest = z.infer<typeof ExecRequest>

/** A piece of output, base64 because a command may write any bytes. */
export const ExecOutput = z.strictObject({
  stream: z.enum(['stdout', 'stderr']),
  base64: z.string(),
})
export type ExecOutput = z.infer<typeof ExecOutput>
/** The end: the exit code, or `null` with why there is none. */
export const ExecExit = z.strictObject({
  exit_code: z.int().nullable(),
  ended: z.enum(['exited', 'timed_out', 'output_limit', 'instance_stopped']),
})
export type ExecExit = z.infer<typeof ExecExit>

/**
 * Terminal frames. The first frame of the browser is this text; after it binary frames are bytes of
 * the terminal in both directions and text frames are {@link TerminalControl}. An id that is known on
 * the machine resumes that terminal: what it printed last is sent first.
 */
export const TerminalOpen = z.strictObject({
  kind: z.literal('open'),
  token: z.string(),
  terminal_id: TerminalId.optional(),
  columns: z.int().min(1).max(1_000),
  rows: z.int().min(1).max(1_000),
})
export type TerminalOpen = z.infer<typeof TerminalOpen>

export const TerminalControl = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('resize'),
    columns: z.int().min(1).max(1_000),
    rows: z.int().min(1).max(1_000),
  }),
  z.strictObject({ kind: z.literal('opened'), terminal_id: TerminalId, resumed: z.boolean() }),
  z.strictObject({ kind: z.literal('exited'), exit_code: z.int().nullable() }),
  z.strictObject({ kind: z.literal('refused'), code: z.string(), error: z.string() }),
])
export type TerminalControl = z.infer<typeof TerminalControl>

/** The first frame of a tunnel; after the answer `{kind:'opened'}` binary frames are bytes of the port. */
export const TunnelOpen = z.strictObject({ kind: z.literal('open'), token: z.string() })
export type TunnelOpen = z.infer<typeof TunnelOpen>

/** One charged interval on a receipt. */
export const ReceiptLine = z.strictObject({
  key: z.string(),
  kind: z.enum(['running', 'stopped_disk']),
  from: Timestamp,
  to: Timestamp,
  seconds: z.int(),
  micro_usd_per_hour: MicroUsdPerHour,
  micro_usd: MicroUsd,
  transaction_id: z.string(),
})
export type ReceiptLine = z.infer<typeof ReceiptLine>

/** What an instance cost, interval by interval; `total_micro_usd` is the ledger's own sum. */
export const Receipt = z.strictObject({
  instance: Instance,
  lines: z.array(ReceiptLine),
  total_micro_usd: MicroUsd,
  running_s: z.int(),
  stopped_s: z.int(),
  /** Whether nothing can be charged any more: the instance is destroyed, or its machine's word on that counts no more. */
  final: z.boolean(),
})
export type Receipt = z.infer<typeof Receipt>
