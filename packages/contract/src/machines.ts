import { z } from 'zod'
import { AgentCount, agentLimits } from './agent/limits.ts'
import { endpoint } from './endpoint.ts'
import { Benchmark, Hardware } from './hardware.ts'
import { MachineId } from './ids.ts'
import { MicroUsd, MicroUsdPerHour, PlainLine, Timestamp } from './values.ts'

/** What a provider asks. A slot is one GPU with its share of the machine, or one share of its CPUs. */
export const Pricing = z.strictObject({
  gpu_slot_micro_usd_per_hour: MicroUsdPerHour,
  cpu_slot_micro_usd_per_hour: MicroUsdPerHour,
  memory_gib_micro_usd_per_hour: MicroUsdPerHour,
  disk_gb_micro_usd_per_hour: MicroUsdPerHour,
  stopped_disk_gb_micro_usd_per_hour: MicroUsdPerHour,
})
export type Pricing = z.infer<typeof Pricing>

const HashedId = z.string().regex(/^[0-9a-f]{64}$/)

/**
 * What a computer is known again by: ids of its parts, each SHA-256 with the installation's salt, made where it was
 * read. What could not be read is left out. `system` and `engine` are copied with a disk image, the others are built in.
 */
export const Fingerprint = z.strictObject({
  board: HashedId.optional(),
  disk: HashedId.optional(),
  network: HashedId.optional(),
  system: HashedId.optional(),
  engine: HashedId.optional(),
  gpus: z.array(HashedId).max(agentLimits.gpus),
})
export type Fingerprint = z.infer<typeof Fingerprint>

/** `waiting`: enrolled, never heard. `online`: heard within 30 s. `offline`: silent for longer. */
export const MachineStatus = z.enum(['waiting', 'online', 'offline'])
export type MachineStatus = z.infer<typeof MachineStatus>

/** Something that keeps a machine from being rented, with what mends it; `hardening_incomplete` is a hint and keeps off nothing. */
export const MachineProblem = z.strictObject({
  code: z.enum([
    'engine_missing',
    'disk_low',
    'memory_low',
    'offline',
    'agent_old',
    'runtime_missing',
    'gpu_elsewhere',
    'not_isolated',
    'isolation_unknown',
    'hardening_incomplete',
    'stop_overdue',
    'protocol_violation',
  ]),
  text: z.string(),
  remedy: z.string(),
})
export type MachineProblem = z.infer<typeof MachineProblem>

/** Live load of a machine as of `at`. */
export const MachineLoad = z.object({
  at: Timestamp,
  cpu_percent: z.number(),
  memory_used_mib: AgentCount,
  disk_free_gb: z.number().min(0).max(10_000_000),
})
export type MachineLoad = z.infer<typeof MachineLoad>

/** A provider's own view of a machine. */
export const Machine = z.strictObject({
  id: MachineId,
  name: z.string(),
  status: MachineStatus,
  listed: z.boolean(),
  /** Its provider lists it although something essential of its isolation is missing; offers then say so. */
  list_not_isolated: z.boolean(),
  agent_version: z.string().nullable(),
  enrolled_at: Timestamp,
  connected_at: Timestamp.nullable(),
  last_heard_at: Timestamp.nullable(),
  hardware: Hardware.nullable(),
  load: MachineLoad.nullable(),
  benchmarks: z.array(Benchmark),
  pricing: Pricing,
  /** How many shares the CPUs are rented in, where the machine has no GPU. */
  cpu_slots: z.int(),
  slots_total: z.int(),
  slots_rented: z.int(),
  problems: z.array(MachineProblem),
  earned_micro_usd: MicroUsd,
  earning_micro_usd_per_hour: MicroUsd,
})
export type Machine = z.infer<typeof Machine>

export const MachineChange = z.strictObject({
  name: PlainLine.min(1).max(80).optional(),
  listed: z.boolean().optional(),
  list_not_isolated: z.boolean().optional(),
  pricing: Pricing.optional(),
  cpu_slots: z.int().min(1).max(256).optional(),
})
export type MachineChange = z.infer<typeof MachineChange>

export const EnrolmentToken = z.strictObject({
  token: z.string(),
  expires_at: Timestamp,
  /** The one line to run on the machine, for Ubuntu and its like. */
  command: z.string(),
  /** The same for each system; Windows has it for PowerShell. */
  commands: z.strictObject({ linux: z.string(), macos: z.string(), windows: z.string() }),
})
export type EnrolmentToken = z.infer<typeof EnrolmentToken>

/** An Ed25519 public key, raw 32 bytes in base64url. */
export const PublicKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be an Ed25519 public key')

const one = z.strictObject({ id: MachineId })

export const machines = {
  list: endpoint({
    method: 'GET',
    path: '/api/machines',
    auth: 'member',
    scope: 'machines:read',
    summary: 'The machines you host',
    response: z.array(Machine),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/machines/{id}',
    auth: 'member',
    scope: 'machines:read',
    summary: 'One of your machines',
    params: one,
    response: Machine,
    errors: ['not_found'],
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/machines/{id}',
    auth: 'member',
    scope: 'machines:write',
    summary: 'Rename, price, list or unlist a machine; running instances keep their price',
    params: one,
    body: MachineChange,
    response: Machine,
    errors: ['not_found', 'machine_in_use'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/machines/{id}',
    auth: 'member',
    scope: 'machines:write',
    summary:
      "Revoke the machine's key and take it off the market; refused while something is rented",
    params: one,
    errors: ['not_found', 'machine_in_use'],
  }),
  measure: endpoint({
    method: 'POST',
    path: '/api/machines/{id}/benchmarks',
    auth: 'member',
    scope: 'machines:write',
    summary: 'Measure the machine again; the figures come over the event stream',
    status: 202,
    params: one,
    errors: ['not_found', 'machine_offline', 'machine_in_use'],
    perMinute: 6,
  }),
  createEnrolmentToken: endpoint({
    method: 'POST',
    path: '/api/machines/enrolment-tokens',
    auth: 'member',
    scope: 'machines:write',
    summary: 'A token that enrols one machine, once, within ten minutes',
    status: 201,
    response: EnrolmentToken,
    errors: ['daily_limit_reached'],
    perMinute: 30,
  }),
  fingerprintSalt: endpoint({
    method: 'POST',
    path: '/api/agent/fingerprint-salt',
    auth: 'public',
    audit: 'none',
    summary: 'Agents: what this installation has ids of computers hashed with',
    response: z.strictObject({ salt: z.string() }),
    perMinute: 30,
  }),
  enrol: endpoint({
    method: 'POST',
    path: '/api/agent/enrol',
    auth: 'public',
    summary:
      'Agents: exchange an enrolment token and a public key for a machine id. A computer that is a machine of the account already goes on as that one',
    status: 201,
    body: z.strictObject({
      token: z.string().min(1).max(200),
      public_key: PublicKey,
      name: PlainLine.min(1).max(80),
      /** Over the bytes of the token, with the key being enrolled: proves that the caller holds it. */
      signature: z.string().max(200),
      fingerprint: Fingerprint.optional(),
    }),
    response: z.strictObject({ machine_id: MachineId }),
    errors: ['enrolment_token_invalid', 'computer_enrolled'],
    perMinute: 30,
  }),
  challenge: endpoint({
    method: 'POST',
    path: '/api/agent/challenge',
    auth: 'public',
    audit: 'none',
    summary: 'Agents: a nonce to sign before connecting, good once and for one minute',
    body: z.strictObject({ machine_id: MachineId }),
    response: z.strictObject({ nonce: z.string(), expires_at: Timestamp }),
    errors: ['machine_refused'],
    perMinute: 120,
  }),
  connect: endpoint({
    method: 'GET',
    path: '/api/agent/connect',
    auth: 'machine',
    summary:
      'Agents: HTTP Upgrade to gridloom-agent/1, after which the agent serves HTTP/2 on the socket',
    transport: 'websocket',
    errors: ['machine_refused'],
    perMinute: 120,
  }),
} as const
