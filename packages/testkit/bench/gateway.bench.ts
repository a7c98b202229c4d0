import autocannon from 'autocannon'
import { cpuMsOf } from '../src/cpu-time.ts'
import { askStream, askWhole, bodyFor, keptConnections } from './ask-way.ts'
import { type Bench, type Figure, percentile } from './bench.ts'
import { openGatewaySite, type Way } from './gateway-site.ts'

const rounds = 6
/** Per way: the JIT optimises their code over the first thousands of answers. */
const warmUps = 2_000
const wholeEach = 150
const streamsEach = 60
const connections = 16
const loadS = 4
/** The time that Gridloom adds to an answer or a first token, relative to the peer's. */
const addedShareAtMost = 0.5
const throughputShareAtLeast = 0.98
const floodShareAtLeast = 0.6
const timesPortkeyAtLeast = 2.5
const cpuMsAtMost = 0.8

/** An answer that takes the engine no time, so that only the gateways' share is measured. */
const quick = { tokens: 20 }
/** Eight readers of an engine that generates 250 tokens a second for each. */
const paced = { tokens: 500, tokenMs: 4 }
const readers = 8
/** As fast as the connection accepts it. */
const flood = { tokens: 5_000 }

export const gateway: Bench = {
  name: 'gateway',
  about:
    'the OpenAI-compatible API before an engine beside an agent, against the same engine asked directly, and against @portkey-ai/gateway 1.15.2',
  async run(say) {
    await using site = await openGatewaySite({ models: 1 })
    await using portkey = await site.portkey()
    const ways: readonly Way[] = [site.direct, site.gridloom, portkey]
    for (const way of ways) await warmUp(way)
    say('warm')
    const whole = await inRounds(ways, timeWhole)
    say('whole answers are timed')
    const first = await inRounds(ways, timeFirstTokens)
    say('first tokens are timed')
    const speed = await inRounds(ways, async (way) => [await tokensPerS(way, paced, readers)])
    const flooded = await inRounds(ways, async (way) => [await floodPerS(way)])
    say('streams are timed')
    const cpuMs: Samples = { direct: [], gridloom: [], portkey: [] }
    const rates = await inRounds(ways, async (way) => {
      const loaded = await load(way)
      cpuMs[way.name].push(loaded.cpuMs)
      return [loaded.perS]
    })
    return {
      figures: [
        ...addedFigures('whole answer at 1 connection', whole),
        ...rateFigures(rates),
        ...cpuFigures(cpuMs),
        ...addedFigures('first streamed token', first),
        ...speedFigures(speed, flooded),
      ],
      notes: [
        'Authorisation by an API key with a budget, routing, holds and metering are on; the peer does none of these. Everything runs on this one machine: load, upstream, control plane, database, agent, peer. Ways take turns, round by round. The CPU time is of control plane and agent together, without the database. The peer runs with @hono/node-server 1.13.8: its streams fail with 1.14 and later (“TypeError: immutable”)',
      ],
    }
  },
}

type Samples = Readonly<Record<Way['name'], number[]>>

/** Measures each way in each round, so that other load on the machine affects all of them. */
async function inRounds(
  ways: readonly Way[],
  measure: (way: Way) => Promise<readonly number[]>,
): Promise<Samples> {
  const samples: Samples = { direct: [], gridloom: [], portkey: [] }
  for (let round = 0; round < rounds; round += 1)
    for (const way of ways) samples[way.name].push(...(await measure(way)))
  return samples
}

async function warmUp(way: Way): Promise<void> {
  const agent = keptConnections()
  for (let at = 0; at < warmUps; at += 1) {
    await askWhole(way, agent, bodyFor(way, quick, 'whole'))
    await askStream(way, agent, bodyFor(way, quick, 'stream'))
  }
  agent.destroy()
}

async function timeWhole(way: Way): Promise<number[]> {
  const agent = keptConnections()
  const body = bodyFor(way, quick, 'whole')
  const tookMs: number[] = []
  for (let at = 0; at < wholeEach; at += 1) tookMs.push(await askWhole(way, agent, body))
  agent.destroy()
  return tookMs
}

async function timeFirstTokens(way: Way): Promise<number[]> {
  const agent = keptConnections()
  const body = bodyFor(way, quick, 'stream')
  const tookMs: number[] = []
  for (let at = 0; at < streamsEach; at += 1)
    tookMs.push((await askStream(way, agent, body)).firstMs)
  agent.destroy()
  return tookMs
}

/** The rate of all readers together, from the first token of any to the last token of all. */
async function tokensPerS(way: Way, script: typeof flood, count: number): Promise<number> {
  const agent = keptConnections()
  const body = bodyFor(way, script, 'stream')
  const streamed = await Promise.all(
    Array.from({ length: count }, () => askStream(way, agent, body)),
  )
  agent.destroy()
  for (const { tokens } of streamed)
    if (tokens !== script.tokens) throw new Error(`${way.name} lost tokens: ${tokens} came`)
  const fromMs = Math.min(...streamed.map(({ firstMs }) => firstMs))
  const toMs = Math.max(...streamed.map(({ lastMs }) => lastMs))
  return (1_000 * count * script.tokens) / (toMs - fromMs)
}

/** Counts from the request: a fast answer arrives in few writes, and the first may be most of it. */
async function floodPerS(way: Way): Promise<number> {
  const agent = keptConnections()
  const { tokens, lastMs } = await askStream(way, agent, bodyFor(way, flood, 'stream'))
  agent.destroy()
  if (tokens !== flood.tokens) throw new Error(`${way.name} lost tokens: ${tokens} came`)
  return (1_000 * tokens) / lastMs
}

interface Loaded {
  perS: number
  /** CPU time of the processes between client and upstream, for each answer. */
  cpuMs: number
}

/** Answers whole requests on all connections for some seconds. */
async function load(way: Way): Promise<Loaded> {
  const beforeMs = await cpuMsOfAll(way.pids)
  const { requests, non2xx, errors } = await autocannon({
    url: `${way.baseUrl}/chat/completions`,
    method: 'POST',
    headers: { ...way.headers, 'content-type': 'application/json' },
    body: bodyFor(way, quick, 'whole'),
    connections,
    duration: loadS,
  })
  if (non2xx > 0 || errors > 0)
    throw new Error(`${way.name}: ${non2xx} refusals, ${errors} broken connections`)
  const spentMs = (await cpuMsOfAll(way.pids)) - beforeMs
  return { perS: requests.average, cpuMs: spentMs / requests.total }
}

async function cpuMsOfAll(pids: readonly number[]): Promise<number> {
  const each = await Promise.all(pids.map(cpuMsOf))
  return each.reduce((sum, ms) => sum + ms, 0)
}

function addedFigures(what: string, samples: Samples): Figure[] {
  const direct = percentile(samples.direct, 0.5)
  const ours = percentile(samples.gridloom, 0.5) - direct
  const theirs = percentile(samples.portkey, 0.5) - direct
  return [
    { what: `${what}: direct, p50`, value: direct, unit: 'ms' },
    {
      what: `${what}: through Gridloom, p99`,
      value: percentile(samples.gridloom, 0.99),
      unit: 'ms',
    },
    { what: `${what}: added by Gridloom, p50`, value: ours, unit: 'ms' },
    { what: `${what}: added by the peer, p50`, value: theirs, unit: 'ms' },
    {
      what: `${what}: Gridloom over the peer`,
      value: ours / theirs,
      unit: '×',
      atMost: addedShareAtMost,
    },
  ]
}

function cpuFigures({ gridloom, portkey }: Samples): Figure[] {
  const each = `CPU time an answer at ${connections} connections`
  const ours = percentile(gridloom, 0.5)
  const theirs = percentile(portkey, 0.5)
  return [
    { what: `${each}: Gridloom`, value: ours, unit: 'ms', atMost: cpuMsAtMost },
    { what: `${each}: the peer`, value: theirs, unit: 'ms' },
    { what: `${each}: Gridloom over the peer`, value: ours / theirs, unit: '×' },
  ]
}

function rateFigures({ direct, gridloom, portkey }: Samples): Figure[] {
  const ours = percentile(gridloom, 0.5)
  const theirs = percentile(portkey, 0.5)
  const at = `answers at ${connections} connections`
  return [
    { what: `${at}: direct`, value: percentile(direct, 0.5), unit: '/s' },
    { what: `${at}: through Gridloom`, value: ours, unit: '/s' },
    { what: `${at}: through the peer`, value: theirs, unit: '/s' },
    {
      what: `${at}: Gridloom over the peer`,
      value: ours / theirs,
      unit: '×',
      atLeast: timesPortkeyAtLeast,
    },
  ]
}

function speedFigures(speed: Samples, flooded: Samples): Figure[] {
  const direct = percentile(speed.direct, 0.5)
  const named = `tokens of ${readers} streams, ${1_000 / paced.tokenMs}/s each`
  const freely = 'tokens of one stream, as fast as they are taken, from the request on'
  return [
    { what: `${named}: direct`, value: direct, unit: '/s' },
    {
      what: `${named}: Gridloom over direct`,
      value: percentile(speed.gridloom, 0.5) / direct,
      unit: '×',
      atLeast: throughputShareAtLeast,
    },
    { what: `${freely}: direct`, value: percentile(flooded.direct, 0.5), unit: '/s' },
    { what: `${freely}: through Gridloom`, value: percentile(flooded.gridloom, 0.5), unit: '/s' },
    { what: `${freely}: through the peer`, value: percentile(flooded.portkey, 0.5), unit: '/s' },
    {
      what: `${freely}: Gridloom over direct`,
      value: percentile(flooded.gridloom, 0.5) / percentile(flooded.direct, 0.5),
      unit: '×',
      atLeast: floodShareAtLeast,
    },
  ]
}
