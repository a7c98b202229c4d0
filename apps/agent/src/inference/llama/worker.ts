import { type Answerer, openAnswerer } from './answerer.ts'
import { type FromWorker, RequestRefused, type ToWorker } from './words.ts'

// The process of one model: its agent speaks to it by the IPC of Node.js, and it ends with its agent.

let answerer: Answerer | undefined
/** Answers at work that were told to stop, and how many tokens they made since. */
const aborted = new Map<number, number>()
const running = new Set<number>()

process.on('message', (message) => void hear(asOrder(message)))
process.once('disconnect', () => process.exit())

async function hear(order: ToWorker): Promise<void> {
  switch (order.kind) {
    case 'open':
      return open(order)
    case 'answer':
      return refusing(order.id, () => answer(order))
    case 'embed':
      return refusing(order.id, () => embed(order))
    case 'abort':
      if (running.has(order.id) && !aborted.has(order.id)) aborted.set(order.id, 0)
      return
  }
}

async function open({ order }: Extract<ToWorker, { kind: 'open' }>): Promise<void> {
  try {
    answerer = await openAnswerer(order)
    say({ kind: 'opened', facts: answerer.facts })
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    // Everybody who looks at the model reads it: where its file lies is the provider's alone.
    say({ kind: 'unopened', problem: why.replaceAll(order.file, 'the file') })
  }
}

async function answer({ id, request }: Extract<ToWorker, { kind: 'answer' }>): Promise<void> {
  running.add(id)
  try {
    const ended = await opened().answer(request, {
      isAborted: () => aborted.has(id),
      onText: (text, tokens) => {
        const after = aborted.get(id)
        if (after !== undefined) aborted.set(id, after + tokens)
        else say({ kind: 'text', id, text, tokens })
      },
      onRead: (counts) => say({ kind: 'read', id, counts }),
      onAlive: () => say({ kind: 'alive' }),
    })
    const tokensAfterAbort = aborted.get(id) ?? 0
    say({ kind: 'end', id, ...ended, tokensAfterAbort })
  } finally {
    running.delete(id)
    aborted.delete(id)
  }
}

async function embed({ id, input }: Extract<ToWorker, { kind: 'embed' }>): Promise<void> {
  running.add(id)
  try {
    const embedded = await opened().embed(input, () => aborted.has(id))
    if (embedded !== undefined) return say({ kind: 'embedded', id, ...embedded })
    const counts = { input_tokens: 0, cached_tokens: 0, output_tokens: 0 }
    say({ kind: 'end', id, reason: 'aborted', counts, tokensAfterAbort: 0 })
  } finally {
    running.delete(id)
    aborted.delete(id)
  }
}

async function refusing(id: number, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (cause) {
    const text = cause instanceof Error ? cause.message.slice(0, 300) : String(cause)
    const refusal =
      cause instanceof RequestRefused ? cause.refusal : { code: 'engine_failed' as const, text }
    say({ kind: 'refused', id, refusal })
  }
}

function opened(): Answerer {
  if (answerer === undefined) throw new Error('no model is open')
  return answerer
}

function say(word: FromWorker): void {
  process.send?.(word)
}

/** Named cast: only our agent is at the other end. */
function asOrder(message: unknown): ToWorker {
  return message as ToWorker
}
