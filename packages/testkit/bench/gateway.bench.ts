import autocannon from 'autocannon'
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
const addedAtMostMs = 1
const firstTokenAddedAtMostMs = 2
const throughputShareAtLeast = 0.98
const timesPortkeyAtLeast = 2

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
    const own: readonly Way[] = [site.direct, site.gridloom]
    const all: readonly Way[] = [...own, portkey]
    for (const way of all) await warmUp(way)
    say('warm')
    const whole = await inRounds(all, timeWhole)
    say('whole answers are timed')
    const first = await inRounds(own, timeFirstTokens)
    say('first tokens are timed')
    const speed = await inRounds(own, async (way) => [await tokensPerS(way, paced, readers)])
    const flooded = await inRounds(own, async (way) => [await floodPerS(way)])
    say('streams are timed')
    const rates = await inRounds(all, async (way) => [await answersPerS(way)])
    return {
      figures: [
        ...addedFigures('whole answer at 1 connection', whole, addedAtMostMs),
        ...rateFigures(rates),
        ...addedFigures('first streamed token', first, firstTokenAddedAtMostMs),
        ...speedFigures(speed, flooded),
      ],
      notes: [
        'Authorisation by an API key with a budget, routing, holds and metering are on; the peer does none of these. Its streams are left out: each is refused with 500 here (“TypeError: immutable” within it). Everything runs on this one machine: load, upstream, control plane, database, agent, peer. Ways take turns, round by round.',
      ],
    }
  },
}

type Samples = Readonly<Record<Way['name'], readonly number[]>>

/** Measures each way in each round, so that other load on the machine affects all of them. */
async function inRounds(
  ways: readonly Way[],
  measure: (way: Way) => Promise<readonly number[]>,
): Promise<Samples> {
  const samples: Record<Way['name'], number[]> = { direct: [], gridloom: [], portkey: [] }
  for (let round = 0; round < rounds; round += 1)
    for (const way of ways) samples[way.name].push(...(await measure(way)))
  return samples
}

async function warmUp(way: Way): Promise<void> {
  const agent = keptConnections()
  for (let at = 0; at < warmUps; at += 1) {
    await askWhole(way, agent, bodyFor(way, quick, 'whole'))
    if (way.name !== 'portkey') await askStream(way, agent, bodyFor(way, quick, 'stream'))
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

async function answersPerS(way: Way): Promise<number> {
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
  return requests.average
}

/** Includes the peer's figures where it was measured. */
function addedFigures(what: string, samples: Samples, atMost: number): Figure[] {
  const { portkey } = samples
  const direct = percentile(samples.direct, 0.5)
  const ours = percentile(samples.gridloom, 0.5)
  const theirs = portkey.length === 0 ? undefined : percentile(portkey, 0.5)
  return [
    { what: `${what}: direct, p50`, value: direct, unit: 'ms' },
    { what: `${what}: through Gridloom, p50`, value: ours, unit: 'ms' },
    {
      what: `${what}: through Gridloom, p99`,
      value: percentile(samples.gridloom, 0.99),
      unit: 'ms',
    },
    { what: `${what}: added by Gridloom, p50`, value: ours - direct, unit: 'ms', atMost },
    ...(theirs === undefined
      ? []
      : [{ what: `${what}: added by the peer, p50`, value: theirs - direct, unit: 'ms' } as const]),
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
  ]
}
