import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Client } from '@gridloom/client/calls'
import type { MachineId } from '@gridloom/contract/core/ids'
import { environmentWith } from '../src/config.ts'
import { freePort } from '../src/free-ports.ts'
import { upstreamModel } from '../src/models/upstream.ts'
import { forkUpstream } from '../src/models/upstream-process.ts'
import { createProcesses, type Processes } from '../src/processes.ts'
import { signIn, signUp } from '../src/sign-up.ts'
import { untilAgentQuiet } from './until-agent-quiet.ts'

/** One way to the same upstream: its address, and the headers of each request. */
export interface Way {
  name: 'direct' | 'gridloom' | 'portkey'
  baseUrl: string
  headers: Record<string, string>
  /** The name of the upstream's model on this way. */
  model: string
  /** The processes between client and upstream. */
  pids: readonly number[]
}

/** An upstream in a separate process, and the whole product, with an agent that serves it. */
export interface GatewaySite {
  processes: Processes
  direct: Way
  gridloom: Way
  /** Names that the same upstream is served under, each with the maximum of slots per endpoint. */
  models: readonly string[]
  /** A session token of the renter who pays for everything. */
  renter: string
  /** Starts the peer gateway. */
  portkey(): Promise<Way & AsyncDisposable>
  [Symbol.asyncDispose](): Promise<void>
}

/** The most answers that one endpoint may generate at once. */
export const slotsEach = 256
const waitMsMax = 120_000

export async function openGatewaySite({ models }: { models: number }): Promise<GatewaySite> {
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-gateway-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const upstream = opened.use(await forkUpstream())
  const processes = opened.use(await createProcesses(folder))
  await processes.startServer()
  const operator = processes.client(await signIn(processes))
  const machine = await quietMachine(processes, operator)
  const names = Array.from({ length: models }, (_, at) => `bench/model-${at + 1}`)
  for (const name of names) await serve(operator, { machine, name, baseUrl: upstream.baseUrl })
  const renter = await signUpWithCredit(processes, operator)
  const key = await makeKey(processes.client(renter))
  const [first = ''] = names
  const open = opened.move()
  return {
    processes,
    models: names,
    renter,
    direct: {
      name: 'direct',
      baseUrl: upstream.baseUrl,
      headers: {},
      model: upstreamModel,
      pids: [],
    },
    gridloom: {
      name: 'gridloom',
      baseUrl: `${processes.url}/v1`,
      headers: { authorization: `Bearer ${key}` },
      model: first,
      pids: [await processes.pidOf('server'), await processes.pidOf('agent')],
    },
    portkey: () => startPortkey(upstream.baseUrl),
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

/** This machine, once its benchmarks and its render benchmark are done. */
async function quietMachine(processes: Processes, operator: Client): Promise<MachineId> {
  const { token } = await operator.machines.createEnrolmentToken()
  await processes.startAgent(token)
  const { id } = await soon(async () => {
    const [first] = await operator.machines.list()
    return first?.benchmarks.some(({ kind }) => kind === 'disk_write_mb_s') ? first : undefined
  })
  await untilAgentQuiet(processes)
  return id
}

interface Serving {
  machine: MachineId
  name: string
  baseUrl: string
}

async function serve(operator: Client, { machine, name, baseUrl }: Serving): Promise<void> {
  const body = { licence: 'Apache-2.0', context_tokens: 131_072 }
  await operator.models.put({ params: { model: name }, body })
  await operator.models.serve({
    params: { id: machine, model: name },
    body: {
      engine: {
        kind: 'openai-http',
        base_url: baseUrl,
        upstream_model: upstreamModel,
        context_tokens: 131_072,
      },
      price: { input_micro_usd: 1_000, cached_micro_usd: 1_000, output_micro_usd: 1_000 },
      slots: slotsEach,
    },
  })
  await soon(async () => {
    const served = await operator.models.listServed({ params: { id: machine } })
    const one = served.find(({ model_id }) => model_id === name)
    return one?.state === 'serving' ? one : undefined
  })
}

async function signUpWithCredit(processes: Processes, operator: Client): Promise<string> {
  const email = 'bench@example.com'
  const renter = await signUp(processes, { email, access: true })
  const credit = { email, micro_usd: 1_000_000_000, key: 'bench', text: 'bench' }
  await operator.ledger.credit({ body: credit })
  return renter
}

/** Creates an API key of the renter with one scope, and with a budget, so that the budget check is measured too. */
async function makeKey(renter: Client): Promise<string> {
  const { key } = await renter.keys.generateApiKey({
    body: { name: 'bench', scopes: ['models:use'], budget_micro_usd: 500_000_000 },
  })
  return key
}

export async function startPortkey(upstream: string): Promise<Way & AsyncDisposable> {
  const port = await freePort()
  const program = path.join(
    path.dirname(fileURLToPath(import.meta.resolve('@portkey-ai/gateway/package.json'))),
    'build/start-server.js',
  )
  const child = spawn(process.execPath, [program, '--headless', `--port=${port}`], {
    stdio: 'ignore',
    env: environmentWith({
      NODE_ENV: 'production',
      PORT: String(port),
      TRUSTED_CUSTOM_HOSTS: '127.0.0.1',
    }),
  })
  const baseUrl = `http://127.0.0.1:${port}/v1`
  await soon(async () => (await fetch(baseUrl).catch(() => undefined)) && 'it listens')
  return {
    name: 'portkey',
    baseUrl,
    model: upstreamModel,
    pids: child.pid === undefined ? [] : [child.pid],
    headers: { 'x-portkey-provider': 'openai', 'x-portkey-custom-host': upstream },
    async [Symbol.asyncDispose]() {
      const over = once(child, 'exit')
      child.kill('SIGTERM')
      await over
    },
  }
}

async function soon<T>(ask: () => Promise<T | undefined>): Promise<T> {
  const untilMs = performance.now() + waitMsMax
  while (performance.now() < untilMs) {
    const answer = await ask()
    if (answer !== undefined) return answer
    await delay(100)
  }
  throw new Error(`never came: ${ask}`)
}
