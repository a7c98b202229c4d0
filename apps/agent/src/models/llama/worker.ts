import { Socket } from 'node:net'
import { FrameReader, framesFd, writeFrame } from '@gridloom/domain/sandbox/frames'
import { AgentRefused } from '../../refused.ts'
import { type Answerer, openAnswerer } from './answerer.ts'
import { compileGrammar } from './compile-grammar.ts'
import { withoutPaths } from './without-paths.ts'
import { type FromWorker, orderBounds, type ToWorker } from './worker-messages.ts'

// The process of one model: it exchanges frames with the agent, and ends with it.

let answerer: Answerer | undefined
/** Aborted requests that still run, and how many tokens they generated since. */
const aborted = new Map<number, number>()
const running = new Set<number>()

const words = new Socket({ fd: framesFd, readable: false, writable: true })
const orders = new FrameReader(orderBounds)

process.stdin.on('data', (piece: Buffer) => {
  for (const { word } of orders.push(piece)) void receive(asOrder(word))
})
process.stdin.once('end', () => process.exit())

type Order<K extends ToWorker['kind']> = Extract<ToWorker, { kind: K }>

async function receive(order: ToWorker): Promise<void> {
  switch (order.kind) {
    case 'open':
      return open(order)
    case 'answer':
      return work(order.id, () => answer(order))
    case 'embed':
      return work(order.id, () => embed(order))
    case 'compile':
      return work(order.id, () => compile(order))
    case 'abort':
      if (running.has(order.id) && !aborted.has(order.id)) aborted.set(order.id, 0)
      return
  }
}

async function open({ order }: Order<'open'>): Promise<void> {
  try {
    answerer = await openAnswerer(order)
    say({ kind: 'opened', facts: answerer.facts })
  } catch (cause) {
    say({ kind: 'unopened', problem: whyOf(cause) })
  }
}

async function answer({ id, request, grammar }: Order<'answer'>): Promise<void> {
  const { reason, counts } = await opened().answer(request, grammar, {
    isAborted: () => aborted.has(id),
    onPiece: (piece, tokens) => {
      const after = aborted.get(id)
      if (after !== undefined) aborted.set(id, after + tokens)
      else say({ ...piece, id, tokens })
    },
    onRead: (counts) => say({ kind: 'read', id, counts }),
    onAlive: () => say({ kind: 'alive' }),
  })
  if (reason === 'aborted') say({ kind: 'aborted', id, tokens: aborted.get(id) ?? 0 })
  else say({ kind: 'end', id, reason, counts })
}

async function embed({ id, input }: Order<'embed'>): Promise<void> {
  const embedded = await opened().embed(input, () => aborted.has(id))
  if (embedded === undefined) say({ kind: 'aborted', id, tokens: 0 })
  else say({ kind: 'embedded', id, embedded })
}

async function compile({ id, library, schema }: Order<'compile'>): Promise<void> {
  say({ kind: 'compiled', id, grammar: await compileGrammar(library, schema) })
}

/** Runs a request under its id, and reports its failure. */
async function work(id: number, toDo: () => Promise<void>): Promise<void> {
  running.add(id)
  try {
    await toDo()
  } catch (cause) {
    const { code, message: text, details } = refusedBy(cause)
    say({ kind: 'refused', id, refusal: { code, text, details } })
  } finally {
    running.delete(id)
    aborted.delete(id)
  }
}

function refusedBy(cause: unknown): AgentRefused {
  if (cause instanceof AgentRefused) return cause
  return new AgentRefused('engine_failed', whyOf(cause).slice(0, 300))
}

function whyOf(cause: unknown): string {
  return withoutPaths(cause instanceof Error ? cause.message : String(cause))
}

function opened(): Answerer {
  if (answerer === undefined) throw new RangeError('no model is open')
  return answerer
}

function say(word: FromWorker): void {
  writeFrame(words, { word, parts: [] })
}

/** Named cast: only our agent is at the other end. */
function asOrder(word: unknown): ToWorker {
  return word as ToWorker
}
