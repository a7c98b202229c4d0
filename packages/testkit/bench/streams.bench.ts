import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { ask, bodyFor, keptConnections } from './ask-way.ts'
import type { Bench } from './bench.ts'
import { openGatewaySite, slotsEach, type Way } from './gateway-site.ts'

const streams = 2_000
/** Streams that start at once. */
const stride = 50
const models = Math.ceil(streams / slotsEach)
const restMs = 5_000
/** One token at the start and one long after all have started, before a silent engine times out (60 s). */
const silent = { tokens: 2, tokenMs: 50_000 }
const openMsMax = 40_000

export const openStreams: Bench = {
  name: 'streams',
  about: `${streams} streamed answers that are open at once on one control plane and one agent, and say nothing`,
  async run(say) {
    await using site = await openGatewaySite({ models })
    const { processes, gridloom } = site
    const ways = site.models.map((model) => ({ ...gridloom, model }))
    await holdOpen(ways, { count: stride, script: { tokens: 2 } }).ended
    await delay(restMs)
    const before = await heldMib(processes)
    const startedMs = performance.now()
    const held = holdOpen(ways, { count: streams, script: silent })
    await held.begun
    const openedMs = performance.now() - startedMs
    say(`${streams} have begun after ${(openedMs / 1_000).toFixed(1)} s`)
    if (openedMs > openMsMax) throw new Error('the first of them end before the last begin')
    await delay(restMs)
    const during = await heldMib(processes)
    say('waiting for their second tokens')
    const { whole, problems } = await held.ended
    for (const [problem, count] of problems) say(`${count} × ${problem}`)
    const kibEach = (mib: number) => (1_024 * mib) / streams
    return {
      figures: [
        {
          what: 'streams that began and ended whole',
          value: whole / streams,
          unit: '×',
          atLeast: 1,
        },
        { what: 'time until all had begun', value: openedMs, unit: 'ms' },
        {
          what: 'memory of the control plane for an idle open stream',
          value: (kibEach(during.server - before.server) * 1_024) / 1_000,
          unit: 'kB',
        },
        {
          what: 'memory of the agent for an idle open stream',
          value: (kibEach(during.agent - before.agent) * 1_024) / 1_000,
          unit: 'kB',
        },
        { what: 'memory of the control plane with all of them', value: during.server, unit: 'MiB' },
      ],
      notes: [
        `${models} models of one machine, as one endpoint makes at most ${slotsEach} answers at once; a connection each; proportional set size.`,
      ],
    }
  },
}

const asItShould = 'it ended as it should'

interface Holding {
  count: number
  script: Parameters<typeof bodyFor>[1]
}

/**
 * Opens streams, some at a time. `begun`: each has its first token. `ended`: how many ended with all their tokens, and
 * how the others ended.
 */
function holdOpen(ways: readonly Way[], { count, script }: Holding) {
  const agent = keptConnections()
  const firsts: Promise<void>[] = []
  const ends: Promise<string>[] = []
  const begun = (async () => {
    for (let at = 0; at < count; at += 1) {
      const way = ways[at % ways.length]
      if (way === undefined) throw new Error('there is no model')
      const { first, end } = follow(way, { agent, body: bodyFor(way, script, 'stream') })
      firsts.push(first)
      ends.push(end)
      if (at % stride === stride - 1) await Promise.all(firsts)
    }
    await Promise.all(firsts)
  })()
  const ended = begun.then(async () => {
    const problems = new Map<string, number>()
    for (const end of await Promise.all(ends)) problems.set(end, (problems.get(end) ?? 0) + 1)
    agent.destroy()
    const whole = problems.get(asItShould) ?? 0
    problems.delete(asItShould)
    return { whole, problems }
  })
  return { begun, ended }
}

function follow(way: Way, line: Pick<Parameters<typeof ask>[1], 'agent' | 'body'>) {
  const first = Promise.withResolvers<void>()
  let text = ''
  const onPiece = (piece: string) => {
    text += piece
    if (text.includes('w1 ')) first.resolve()
  }
  const end = ask(way, { ...line, onPiece }).then(
    () =>
      text.includes('w2 ') && text.includes('[DONE]')
        ? asItShould
        : `it ended with ${text.slice(-300)}`,
    (error: unknown) => {
      first.reject(error)
      return String(error)
    },
  )
  return { first: first.promise, end }
}

async function heldMib(processes: { pidOf(name: 'server' | 'agent'): Promise<number> }) {
  const [server, agent] = await Promise.all([
    processes.pidOf('server').then(shareMib),
    processes.pidOf('agent').then(shareMib),
  ])
  return { server, agent }
}

/** Source: Linux, Documentation/filesystems/proc.rst, `smaps_rollup`. */
async function shareMib(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1_024
}
