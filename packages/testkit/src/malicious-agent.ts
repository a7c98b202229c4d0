import type { ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import type { Client } from '@gridloom/client/calls'
import { agentPath } from '@gridloom/contract/agent/call'
import { instanceCalls } from '@gridloom/contract/agent/instances-calls'
import {
  type AgentMessage,
  type InstanceReport,
  InstanceSpec,
  SyncRequest,
} from '@gridloom/contract/agent/protocol'
import type { InstanceId, MachineId } from '@gridloom/contract/core/ids'
import type { Hardware } from '@gridloom/contract/machines/hardware'
import type { Pricing } from '@gridloom/contract/machines/machine'
import type { Offer } from '@gridloom/contract/market/offer'
import { usualPricing } from './add-machine.ts'
import { type Condition, createChangeSignal, untilSatisfied } from './change-signal.ts'
import { gpuHardware, usualHardware } from './seed-hardware.ts'
import {
  type Answers,
  aKey,
  answerJson,
  dialAsAgent,
  dialSocket,
  type StandIn,
} from './stand-in-agent.ts'

const readEveryMs = 50

type Hello = Extract<AgentMessage, { kind: 'hello' }>
type Heartbeat = Extract<AgentMessage, { kind: 'heartbeat' }>

/**
 * A machine with a modified agent: it enrols and signs correctly, and from then on reports and answers what the test
 * wants. It accepts orders of instances, and acts on them only when the test has it do so.
 */
export interface MaliciousAgent {
  readonly machineId: MachineId
  /** The newest connection. @throws Error before the first */
  readonly link: StandIn
  /** The newest spec received for each instance. */
  readonly specs: ReadonlyMap<InstanceId, InstanceSpec>
  /** Its answers by path, without the query; may be changed at any time. */
  readonly answers: Answers
  /** Connects through the upgrade endpoint, in place of an older connection. @throws UpgradeRefused */
  connect(): Promise<StandIn>
  /** Connects likewise, and sends no HTTP/2 by itself. @throws UpgradeRefused */
  connectSocket(): Promise<Socket>
  /** Sends the hello of an honest machine, with overrides. */
  hello(over?: Partial<Hello>): Promise<void>
  /** Sends a heartbeat with the state of each instance it was given, with overrides. */
  heartbeat(over?: Partial<Heartbeat>): Promise<void>
  /** The honest report of a running instance, with overrides. */
  reportOf(id: InstanceId, over?: Partial<InstanceReport>): InstanceReport
  /** Resolves with an instance's spec once it has arrived and satisfies. @throws NeverCame */
  specOf(id: InstanceId, satisfies?: (spec: InstanceSpec) => boolean): Promise<InstanceSpec>
  /** Lists the machine, as its owner does after the hello; resolves with its offer. */
  list(pricing?: Partial<Pricing>): Promise<Offer>
  [Symbol.asyncDispose](): Promise<void>
}

export interface MaliciousAgentOptions {
  /** The owner of the machine. */
  owner: Client
  name?: string
  /** Overrides of the default: a machine of 8 threads with an engine and no GPU. */
  hardware?: Partial<Hardware>
  answers?: Answers
}

/** A control plane: of a product in this process, or a separate process. */
export interface AttackTarget {
  url: string
  client(): Client
}

/** Enrols a machine through the API and connects it; it has sent nothing yet. */
export async function startMaliciousAgent(
  server: AttackTarget,
  options: MaliciousAgentOptions,
): Promise<MaliciousAgent> {
  const { name = 'a machine', owner } = options
  const key = aKey()
  const { token } = await owner.machines.createEnrolmentToken()
  const { machine_id: machineId } = await server.client().machines.enrol({
    body: { token, public_key: key.publicKey, name, signature: key.enrolment(token) },
  })
  const hardware: Hardware = {
    ...usualHardware,
    engine: gpuHardware.engine ?? null,
    ...options.hardware,
  }
  const orders = takeOrders()
  const answers: Answers = { ...orders.answers, ...options.answers }
  let link: StandIn | undefined
  let sequence = 0

  const current = (): StandIn => {
    if (link === undefined) throw new Error('the machine has not connected yet')
    return link
  }
  async function caller() {
    const body = { machine_id: machineId }
    const { nonce } = await server.client().machines.challenge({ body })
    return { url: server.url, machineId, nonce, key }
  }
  async function connect(): Promise<StandIn> {
    const otherwise = orders.otherwise
    link = await dialAsAgent({ ...(await caller()), answers, otherwise })
    sequence = 0
    return link
  }
  const reportOf = (id: InstanceId, over: Partial<InstanceReport> = {}) => ({
    ...runningReport(id, orders.specs.get(id)?.generation ?? 1),
    ...over,
  })
  await connect()
  return {
    machineId,
    specs: orders.specs,
    answers,
    connect,
    connectSocket: async () => dialSocket(await caller()),
    reportOf,
    specOf: orders.specOf,
    get link() {
      return current()
    },
    hello: (over) => current().report({ ...honestHello(hardware), ...over }),
    heartbeat(over) {
      sequence += 1
      const instances = [...orders.specs.keys()].map((id) => reportOf(id))
      return current().report({ ...honestHeartbeat(sequence), instances, ...over })
    },
    list: (pricing) => listMachine(owner, machineId, pricing),
    [Symbol.asyncDispose]: async () => link?.[Symbol.dispose](),
  }
}

/** Stores the orders of instances that the control plane sends, by id. */
function takeOrders() {
  const specs = new Map<InstanceId, InstanceSpec>()
  const news = createChangeSignal()
  const take = (spec: InstanceSpec) => {
    specs.set(spec.instance_id, spec)
    news.publish()
  }
  const onePath = agentPath(instanceCalls.apply, { id: '' })
  return {
    specs,
    answers: {
      [instanceCalls.sync.path]: (stream) =>
        void bodyOf(stream).then((body) => {
          for (const spec of SyncRequest.parse(body).instances) take(spec)
          answerJson(stream, 200, { unknown: [] })
        }),
    } satisfies Answers,
    otherwise: ({ method, url }: { method: string; url: URL }, stream: ServerHttp2Stream) => {
      if (method !== 'PUT' || !url.pathname.startsWith(onePath)) return false
      void bodyOf(stream).then((body) => {
        take(InstanceSpec.parse(body))
        answerJson(stream, 202, {})
      })
      return true
    },
    specOf: (id: InstanceId, satisfies: (spec: InstanceSpec) => boolean = () => true) =>
      untilSatisfied(news, {
        read: async () => specs.get(id),
        satisfies: (spec) => spec !== undefined && satisfies(spec),
      }).then((spec) => InstanceSpec.parse(spec)),
  }
}

async function bodyOf(stream: ServerHttp2Stream): Promise<unknown> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(Buffer.from(part))
  return JSON.parse(Buffer.concat(parts).toString())
}

function honestHello(hardware: Hardware): Hello {
  return {
    kind: 'hello',
    protocol: 1,
    agent_version: '0.1.0',
    boot_id: 'boot',
    hardware,
    benchmarks: [],
    gpu_benchmarks: [],
    instances: [],
    usage_through: null,
    rendering: { capability: null, missing: null, scenes: [], chunks: [] },
    inference: { can: false, llama_missing: null, serving: [] },
  }
}

function honestHeartbeat(sequence: number): Heartbeat {
  const at = new Date().toISOString()
  return {
    kind: 'heartbeat',
    sequence,
    instances: [],
    metrics: [],
    load: { at, cpu_percent: 5, memory_used_mib: 2_048, disk_free_gb: 400 },
    chunks: [],
    serving: [],
  }
}

function runningReport(id: InstanceId, generation: number): InstanceReport {
  return {
    instance_id: id,
    observed_generation: generation,
    phase: 'running',
    ready: true,
    reason: null,
    progress: null,
    ready_s: 0,
    running_s: null,
    stopped_s: 0,
    started_at: null,
  }
}

async function listMachine(
  { machines, market }: Client,
  id: MachineId,
  pricing: Partial<Pricing> = {},
): Promise<Offer> {
  await untilRead({
    read: () => machines.read({ params: { id } }),
    satisfies: ({ hardware }) => hardware !== null,
  })
  const body = { listed: true, pricing: { ...usualPricing, ...pricing }, cpu_slots: 2 }
  await machines.change({ params: { id }, body })
  const found = await market.search({ query: { page_size: 100 } })
  const offer = found.offers.find(({ machine_id }) => machine_id === id)
  if (offer === undefined) throw new Error(`${id} has no offer`)
  return offer
}

/** Polls, because a server in a separate process publishes nothing to this one. */
async function untilRead<T>(condition: Condition<T>): Promise<T> {
  const news = createChangeSignal()
  const timer = setInterval(news.publish, readEveryMs)
  try {
    return await untilSatisfied(news, condition)
  } finally {
    clearInterval(timer)
  }
}
