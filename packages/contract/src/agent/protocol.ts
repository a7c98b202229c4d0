import { z } from 'zod'
import { ImageRecipe } from '../apps/recipe.ts'
import { ClusterPlace } from '../clusters/network.ts'
import { AgentCount, agentLimits, agentText, integerMax } from '../core/agent-limits.ts'
import { InstanceId, MachineId, SnapshotId, VolumeId } from '../core/ids.ts'
import { ImageRef } from '../core/image-ref.ts'
import { Sha256, Timestamp } from '../core/values.ts'
import {
  DesiredState,
  InstanceState,
  InterruptionSignal,
  Progress,
  ReasonCode,
  RestartPolicy,
} from '../instances/instance.ts'
import { ReportedSample } from '../instances/metrics.ts'
import { GpuBenchmarks } from '../machines/gpu-benchmark.ts'
import { Benchmark, BenchmarkKind, Hardware } from '../machines/hardware.ts'
import { MachineLoad } from '../machines/machine.ts'
import { RenderCapability } from '../rendering/machine-rendering.ts'
import { Environment, Port, Readiness } from '../templates/container-fields.ts'
import { ContainerOptions, noContainerOptions } from '../templates/docker-options.ts'
import { MountPath, VolumeMode, volumesPerInstance } from '../volumes/mount.ts'
import { ModelsReport, ServeReport } from './models.ts'
import { RegistryLogin } from './registry-login.ts'
import { ChunkReport } from './rendering.ts'

/**
 * The agent protocol. The agent dials `GET /api/agent/connect` with `Upgrade: gridloom-agent/1`, and from then on
 * **serves HTTP/2** on that socket; the control plane is the client. The calls it serves are in `*-calls.ts`. Bodies
 * are JSON, streams are one JSON object per line (NDJSON) or raw bytes.
 * The control plane starts HTTP/2 only once its `101` is written out: Node ends the process if a session takes over a
 * TLS socket while a write is in progress.
 *
 * Compatibility: schemas here are open (`z.object`, unknown fields dropped), new fields have defaults, and no field
 * ever changes its meaning. `recorded-messages.test.ts` keeps every message that a released agent has sent readable.
 */
export const agentUpgrade = 'gridloom-agent/1'

/**
 * Incremented when a server needs something that an older agent cannot do; agents below the minimum must be updated.
 */
export const agentProtocol = 1

/** Headers of the upgrade request: the machine, the nonce it was given, and its signature over both. */
export const agentHeaders = {
  machine: 'x-gridloom-machine',
  nonce: 'x-gridloom-nonce',
  signature: 'x-gridloom-signature',
} as const

const base64url = /^[A-Za-z0-9_-]+$/

/** What these headers contain. */
export const AgentCredentials = z.object({
  machineId: MachineId,
  nonce: z.string().max(100).regex(base64url),
  signature: z.string().max(200).regex(base64url),
})

/** More headers of the upgrade for a connection that the control plane asked for (`coreCalls.openConnection`). */
export const connectionHeaders = {
  role: 'x-gridloom-role',
  ticket: 'x-gridloom-ticket',
} as const

/** `edge`: carries bulk, such as files and the ports of instances, to the process that the renters connect to. */
export const ConnectionRole = z.enum(['edge'])
export type ConnectionRole = z.infer<typeof ConnectionRole>

/** Shows that the control plane asked for this connection; it can be used once. */
export const ConnectionTicket = z.string().max(200).regex(base64url)

/** The role of a connection that carries the bytes of one call; see {@link ownConnection}. */
export const bytesRole = 'bytes'

/**
 * Headers of a duplex call of many bytes. `ticket`, of the request: one for a connection of its own, which the agent may
 * dial as it dials others that were asked for, and which after its `101` carries nothing but the bytes of the call, without
 * HTTP/2. `carried`, of the answer, is `own` then; else the bytes come on the stream of the call, as with older agents.
 * The stream stays open beside the connection: its end is that of the call, and its trailers are those of the call.
 */
export const ownConnection = {
  ticket: 'x-gridloom-bytes-ticket',
  carried: 'x-gridloom-bytes',
} as const

/** An agent that has nothing to send on a call's own connection sends bytes without a meaning this often. */
export const ownConnectionIdleMs = 10_000

/** The trailer of a terminal's stream: the exit code of its shell. Older agents send none. */
export const terminalExitCode = 'x-gridloom-exit-code'

/** The bytes that an agent signs to connect: never the nonce alone, so that the signature fits no other purpose. */
export function connectStatement(machineId: string, nonce: string): string {
  return `gridloom agent connect\n${machineId}\n${nonce}`
}

/** The bytes that an agent signs to enrol. */
export function enrolStatement(token: string): string {
  return `gridloom agent enrol\n${token}`
}

/** The desired state of one instance. The same spec may be sent any number of times. */
export const InstanceSpec = z.object({
  instance_id: InstanceId,
  generation: z.int().min(1),
  desired: DesiredState,
  /** Incremented by a restart: a container started for an older number is started again. */
  restart: z.int().min(0).default(0),
  restart_policy: RestartPolicy.default('on_machine_restart'),
  image: ImageRef,
  launch_mode: z.enum(['shell', 'entrypoint']),
  on_start_script: z.string(),
  env: Environment,
  ports: z.array(Port),
  readiness: Readiness,
  vcpus: z.number().positive(),
  memory_mib: z.int().min(1),
  disk_gb: z.int().min(1),
  gpu_uuids: z.array(z.string()),
  /** `required`: it was rented as isolated, and starts only while no essential isolation is missing. */
  isolation: z.enum(['required', 'any']).default('required'),
  /** Public SSH keys of the renter, as lines of `/root/.ssh/authorized_keys`; written at each start. */
  authorized_keys: z.array(z.string()).default([]),
  /** The snapshot that its disk begins with; its content is sent by `snapshotCalls`. */
  snapshot: SnapshotId.nullable().default(null),
  /** Volumes that it sees; they must be on the machine already. */
  volumes: z
    .array(z.object({ volume: VolumeId, path: MountPath, mode: VolumeMode }))
    .max(volumesPerInstance)
    .default([]),
  /** Options that the renter chose. Agents that apply them report `container_options`. */
  options: z.object(ContainerOptions.shape).default(noContainerOptions),
  /** Arguments for the image's entry point; instead of the words of the start script, if there are any. */
  arguments: z.array(z.string()).default([]),
  /** Its place in a cluster, if it is of one. */
  cluster: ClusterPlace.nullable().default(null),
  /** The login that its image is pulled with. Agents that have a key for it report `seal_key`. */
  registry_login: RegistryLogin.nullable().default(null),
  /**
   * How the machine builds its image, whose name the recipe determines; `null`: the image is pulled. Agents that build
   * report `recipes`.
   */
  recipe: z.object(ImageRecipe.shape).nullable().default(null),
  /** Whether it may be interrupted: its container then has a folder for the notice. Older agents ignore it. */
  interruptible: z.boolean().default(false),
  /** The notice that it will be stopped, until its next start. */
  interruption: z.object({ at: Timestamp, signal: InterruptionSignal }).nullable().default(null),
})
export type InstanceSpec = z.infer<typeof InstanceSpec>

export const SyncRequest = z.object({ instances: z.array(InstanceSpec) })
export type SyncRequest = z.infer<typeof SyncRequest>

/** Instances that the machine has and the request did not name; they are left unchanged. */
export const SyncReply = z.object({ unknown: z.array(InstanceId).max(agentLimits.instances) })
export type SyncReply = z.infer<typeof SyncReply>

const Sentence = agentText(agentLimits.sentenceChars)

const ExitCode = z.int().min(-integerMax).max(integerMax)

/** The state of one instance, as the agent sees it. Reports are complete and may be repeated; the last one counts. */
export const InstanceReport = z.object({
  instance_id: InstanceId,
  observed_generation: AgentCount,
  phase: InstanceState.exclude(['requested', 'lost']),
  ready: z.boolean(),
  reason: z
    .object({ code: ReasonCode, text: Sentence, exit_code: ExitCode.nullable().default(null) })
    .nullable(),
  progress: Progress.extend({ text: Sentence }).nullable(),
  /**
   * Seconds since the instance was first ordered in which it was running and ready, counted by the agent's monotonic
   * clock and kept across restarts of the agent. Never decreases.
   */
  ready_s: AgentCount,
  /** Seconds that its container ran, ready or not, counted likewise. Older agents omit it. */
  running_s: AgentCount.nullable().default(null),
  /** Seconds that it was stopped with its disk kept, likewise. */
  stopped_s: AgentCount,
  /** When the container last started, as the engine reports it, for uptime; `null` before. */
  started_at: agentText(agentLimits.wordChars).nullable(),
  /**
   * The version of the toolbox that its container has; `null`: it has none, so that SFTP, scp, rsync and git work only
   * where its image has them. Older agents omit it.
   */
  toolbox: Sha256.nullable().optional(),
  /** The machine's signature of the seconds above, as a {@link countStatement}. Older agents omit it. */
  count: z
    .object({
      /** Milliseconds since 1970 by the machine's clock. */
      at_ms: z.int().min(0),
      /** Ed25519, base64url. */
      signature: agentText(agentLimits.wordChars),
    })
    .nullable()
    .optional(),
})
export type InstanceReport = z.infer<typeof InstanceReport>

const Instances = z.array(InstanceReport).max(agentLimits.instances)

const Chunks = z.array(ChunkReport).max(agentLimits.chunks)

/** A machine's rendering capability, and the scenes and chunks that it has. */
export const RenderingReport = z.object({
  /** `null`: it cannot render. */
  capability: RenderCapability.nullable(),
  /** Why it cannot, and how to fix it. */
  missing: Sentence.nullable(),
  /** Scenes that are ready, by their content hash. */
  scenes: z.array(Sha256).max(agentLimits.scenes),
  chunks: Chunks,
})
export type RenderingReport = z.infer<typeof RenderingReport>

/** One line of the report stream. */
export const AgentMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('hello'),
    protocol: AgentCount,
    agent_version: agentText(agentLimits.wordChars),
    /** New at every start of the agent's process. */
    boot_id: agentText(agentLimits.wordChars),
    hardware: Hardware,
    benchmarks: z.array(Benchmark).max(BenchmarkKind.options.length).default([]),
    /** Older agents omit it. */
    gpu_benchmarks: GpuBenchmarks.default([]),
    instances: Instances.default([]),
    /** The last entry of its usage journal; `null`: there is none. Older agents omit it. */
    usage_through: z.int().min(0).nullable().default(null),
    rendering: RenderingReport.default({ capability: null, missing: null, scenes: [], chunks: [] }),
    inference: ModelsReport.default({ can: false, llama_missing: null, serving: [] }),
  }),
  z.object({
    kind: z.literal('heartbeat'),
    /** Counts from 1 within a connection. */
    sequence: z.int(),
    /** Every instance that the machine has, so that a heartbeat alone is complete. */
    instances: Instances.default([]),
    metrics: z
      .array(z.object({ instance_id: InstanceId, sample: ReportedSample }))
      .max(agentLimits.instances)
      .default([]),
    load: MachineLoad,
    chunks: Chunks.default([]),
    serving: z.array(ServeReport).max(agentLimits.models).default([]),
    /** As in the `hello`, when it was fixed or broke. Older agents omit it. */
    llama_missing: Sentence.nullable().optional(),
  }),
  /** A phase, readiness or progress that changed between heartbeats. */
  z.object({ kind: z.literal('instance'), report: InstanceReport }),
  /** A chunk whose phase or pieces changed between heartbeats. */
  z.object({ kind: z.literal('chunk'), report: ChunkReport }),
  /** Blender was found, removed or changed; or the scenes on the machine changed. */
  z.object({ kind: z.literal('rendering'), rendering: RenderingReport }),
  /** Progress of serving a model: at once when its phase changed, at most once a second for bytes and slots. */
  z.object({ kind: z.literal('serving'), report: ServeReport }),
  z.object({ kind: z.literal('hardware'), hardware: Hardware }),
  z.object({ kind: z.literal('benchmark'), benchmark: Benchmark }),
  /** The newest figures of every measured GPU, when some were measured. */
  z.object({ kind: z.literal('gpu_benchmarks'), benchmarks: GpuBenchmarks }),
])
export type AgentMessage = z.infer<typeof AgentMessage>

/** One line of an exec stream. */
export const ExecMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('output'),
    stream: z.enum(['stdout', 'stderr']),
    base64: z.string().max(agentLimits.outputChars),
  }),
  z.object({
    kind: z.literal('exit'),
    exit_code: ExitCode.nullable(),
    ended: z.enum(['exited', 'timed_out', 'output_limit', 'instance_stopped']),
  }),
])
export type ExecMessage = z.infer<typeof ExecMessage>

/** The body of an error of an agent, with HTTP 400, 404, 409 or 502. */
export const AgentFailure = z.object({
  code: z.string().max(agentLimits.wordChars),
  error: z.string().max(agentLimits.failureChars),
  /** Numbers in the text, named like those in the details of the error. */
  details: z
    .record(z.string().max(agentLimits.wordChars), z.number())
    .refine((details) => Object.keys(details).length <= 20, 'at most 20 details')
    .default({}),
})
export type AgentFailure = z.infer<typeof AgentFailure>
