import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { containerName } from '@gridloom/agent/instances/names'
import { asError } from '@gridloom/async/as-error'
import type { Instance } from '@gridloom/contract/instances/instance'
import { cpuMsOf } from '../src/cpu-time.ts'
import { edgePid } from '../src/edge-process.ts'
import { freePort } from '../src/free-ports.ts'
import { type Bench, type Figure, percentile } from './bench.ts'
import { type Installation, install } from './installation.ts'
import { fetchNginx, type Nginx } from './nginx.ts'
import { untilAgentQuiet } from './until-agent-quiet.ts'

const run = promisify(execFile)
const rounds = 6
const smallEach = 300
const largeMs = 3_000
const connections = 8
const mib = 2 ** 20
const files = { small: 256, large: mib }
const addedMsAtMost = 1
const throughputAtLeast = 0.5
const port = 8_080

/** One way to the same program in the instance. */
interface Way {
  name: 'direct' | 'nginx' | 'gridloom' | 'console'
  host: string
  port: number
  headers: Readonly<Record<string, string>>
  /** The processes between client and program. */
  pids: readonly number[]
}

/** The port address of an instance and nginx in turns, in front of one program, with the same client. */
export const ports: Bench = {
  name: 'ports',
  about:
    'HTTP to nginx in an instance: by its private port address, with an API key, and through an nginx reverse proxy on this machine',
  async run(say) {
    await using scratch = await scratchFolder()
    const nginx = await fetchNginx(path.join(scratch.folder, 'nginx')).catch(asError)
    if (nginx instanceof Error) {
      const skipped = `Not measured: nginx of Debian’s packages cannot be had here (${nginx.message.trim()})`
      say(skipped)
      return { figures: [], notes: [skipped] }
    }
    await using site = await setup(nginx)
    const [smallMs, largeMibPerS, cpuMsPerGib] = [byWay(), byWay(), byWay()]
    for (const way of site.ways) await timeSmall(way)
    for (let round = 1; round <= rounds; round += 1) {
      for (const way of site.ways) smallMs[way.name].push(...(await timeSmall(way)))
      for (const way of site.ways) {
        const { mibPerS, cpuMs } = await load(way)
        largeMibPerS[way.name].push(mibPerS)
        cpuMsPerGib[way.name].push(cpuMs)
        say(`round ${round}, 1 MiB answers, ${way.name}: ${mibPerS.toFixed(0)} MiB/s`)
      }
    }
    const p50 = (samples: Samples) => (name: Way['name']) => percentile(samples[name], 0.5)
    return {
      figures: [
        ...addedFigures(p50(smallMs)),
        ...largeFigures(p50(largeMibPerS)),
        ...cpuFigures(p50(cpuMsPerGib)),
      ],
      notes: [
        `${rounds} rounds, in turns: ${smallEach} answers of ${files.small} bytes on one connection, and ${largeMs / 1_000} s of 1 MiB answers on ${connections}. Client, server, edge, agent, nginx and the program share the machine; “direct” is to the program’s own address`,
      ],
    }
  },
}

type Samples = Readonly<Record<Way['name'], number[]>>

function byWay(): Samples {
  return { direct: [], nginx: [], gridloom: [], console: [] }
}

async function scratchFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-ports-bench-'))
  const dispose = () => rm(folder, { recursive: true, force: true })
  return { folder, [Symbol.asyncDispose]: dispose }
}

async function setup(nginx: Nginx) {
  await using opened = new AsyncDisposableStack()
  const origin = opened.use(await nginx.origin({ port, files }))
  const appsPort = await freePort()
  const product = opened.use(
    await install({ GRIDLOOM_ALLOW_IMAGES: origin.image }, { APPS_PORT: String(appsPort) }),
  )
  await untilAgentQuiet(product.processes)
  const ways = await waysTo(product, { nginx, image: origin.image, appsPort, opened })
  const open = opened.move()
  return { ways, [Symbol.asyncDispose]: () => open.disposeAsync() }
}

interface WaysOptions {
  nginx: Nginx
  image: string
  appsPort: number
  opened: AsyncDisposableStack
}

async function waysTo(
  product: Installation,
  { nginx, image, appsPort, opened }: WaysOptions,
): Promise<readonly Way[]> {
  const { renter, processes } = product
  const { id } = await product.order({
    template: {
      image_path_with_tag: image,
      launch_mode: 'entrypoint',
      ports: [port],
      readiness: { kind: 'http', port, path: '/small', timeout_s: 60 },
    },
  })
  const isSettled = ({ ready, state }: Instance) => ready || state === 'failed'
  const { state } = await product.instanceOnce(id, isSettled)
  if (state === 'failed') throw new Error('the instance failed')
  const address = await addressOf(containerName(id))
  const proxy = opened.use(await nginx.proxy({ host: address, port }))
  const [found] = await renter.ports.list({ params: { id } })
  const body = { name: 'bench', scopes: ['ports:open' as const] }
  const { key } = await renter.keys.generateApiKey({ body })
  const headers = { host: new URL(found?.url ?? '').host, 'x-gridloom-token': key }
  const server = await processes.pidOf('server')
  const carrying = [await edgePid(server), await processes.pidOf('agent')]
  const here = '127.0.0.1'
  const ownPort = Number(new URL(processes.url).port)
  return [
    { name: 'direct', host: address, port, headers: {}, pids: [] },
    { name: 'nginx', host: here, port: proxy.port, headers: {}, pids: proxy.pids },
    { name: 'gridloom', host: here, port: appsPort, headers, pids: carrying },
    { name: 'console', host: here, port: ownPort, headers, pids: [server, ...carrying] },
  ]
}

/** The address of a container, or of the one whose network it has joined. */
async function addressOf(container: string): Promise<string> {
  const inspect = async (name: string, format: string) =>
    (await run('docker', ['inspect', '--format', format, name])).stdout.trim()
  const mode = await inspect(container, '{{.HostConfig.NetworkMode}}')
  const holder = mode.startsWith('container:') ? mode.slice('container:'.length) : container
  return inspect(holder, '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}')
}

/** Small answers, one after another on one connection. */
async function timeSmall(way: Way): Promise<number[]> {
  const agent = new Agent({ keepAlive: true })
  const tookMs: number[] = []
  for (let at = 0; at < smallEach; at += 1) {
    const startedMs = performance.now()
    await get(way, 'small', agent)
    tookMs.push(performance.now() - startedMs)
  }
  agent.destroy()
  return tookMs
}

/** Large answers on all connections for some seconds. */
async function load(way: Way): Promise<{ mibPerS: number; cpuMs: number }> {
  const agent = new Agent({ keepAlive: true })
  const cpuBeforeMs = await cpuMsOfAll(way.pids)
  const startedMs = performance.now()
  let answers = 0
  const one = async () => {
    while (performance.now() - startedMs < largeMs) {
      await get(way, 'large', agent)
      answers += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
  const tookMs = performance.now() - startedMs
  agent.destroy()
  const cpuMs = (await cpuMsOfAll(way.pids)) - cpuBeforeMs
  return { mibPerS: (1_000 * answers) / tookMs, cpuMs: (1_024 * cpuMs) / answers }
}

/** @throws Error for an answer that is not whole */
async function get(way: Way, name: keyof typeof files, agent: Agent): Promise<void> {
  const { host, port, headers } = way
  const asked = request({ host, port, path: `/${name}`, headers, agent }).end()
  const [answer]: IncomingMessage[] = await once(asked, 'response')
  if (answer === undefined || answer.statusCode !== 200)
    throw new Error(`${way.name} answered ${answer?.statusCode}`)
  let bytes = 0
  answer.on('data', (part: Buffer) => {
    bytes += part.length
  })
  await once(answer, 'end')
  if (bytes !== files[name]) throw new Error(`${way.name} sent ${bytes} bytes`)
}

async function cpuMsOfAll(pids: readonly number[]): Promise<number> {
  const each = await Promise.all(pids.map(cpuMsOf))
  return each.reduce((sum, ms) => sum + ms, 0)
}

type Picked = (name: Way['name']) => number

function addedFigures(p50: Picked): Figure[] {
  const added = (what: string, name: Way['name']): Figure => ({
    what: `small answer: added by ${what}, p50`,
    value: p50(name) - p50('direct'),
    unit: 'ms',
  })
  return [
    { what: 'small answer: direct, p50', value: p50('direct'), unit: 'ms' },
    added('nginx', 'nginx'),
    { ...added('the port address', 'gridloom'), atMost: addedMsAtMost },
    added('the same at the console’s port', 'console'),
  ]
}

function largeFigures(p50: Picked): Figure[] {
  const rate = (what: string, name: Way['name']): Figure => ({
    what: `1 MiB answers: ${what}`,
    value: p50(name),
    unit: 'MiB/s',
  })
  return [
    rate('direct', 'direct'),
    rate('through nginx', 'nginx'),
    rate('by the port address', 'gridloom'),
    {
      what: '1 MiB answers: the port address over nginx',
      value: p50('gridloom') / p50('nginx'),
      unit: '×',
      atLeast: throughputAtLeast,
    },
    rate('the same at the console’s port', 'console'),
  ]
}

function cpuFigures(p50: Picked): Figure[] {
  const cpu = (what: string, name: Way['name']): Figure => ({
    what: `CPU time of a GiB: ${what}`,
    value: p50(name),
    unit: 'ms',
  })
  return [cpu('nginx', 'nginx'), cpu('edge and agent', 'gridloom')]
}
