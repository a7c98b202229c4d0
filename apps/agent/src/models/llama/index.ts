import type { Clock } from '@gridloom/async/clock'
import { createDeadline } from '@gridloom/async/deadline'
import { aborted } from '../../host/aborted.ts'
import type { Sandbox } from '../../host/sandbox/find-sandbox.ts'
import { openFileToSandbox } from '../../host/sandbox/open-to-sandbox.ts'
import type { Engine } from '../engine.ts'
import { createGrammars, type Grammars } from './grammars.ts'
import { type ModelProcess, startModelProcess } from './model-process.ts'
import { modelProgram } from './model-program.ts'
import { PendingRequests } from './pending-requests.ts'
import type { ModelFacts } from './worker-messages.ts'

export interface LlamaOptions {
  /** The folder that `node-llama-cpp` is installed in: see `findLlama`. */
  library: string
  /** The sandbox of the process; `undefined` if this system has none. */
  sandbox: Sandbox | undefined
  file: string
  slots: number
  contextTokensMax: number | null
  threads: number
  clock: Clock
  /** A process at work without a token for this long is ended; `undefined` means a minute. */
  idleMsMax: number | undefined
  signal: AbortSignal
}

/** An engine in a process of its own, with what tests observe of it. */
export interface LlamaEngine extends Engine {
  readonly pid: number | undefined
  /** Tokens that the model generated after the last answer was aborted. */
  tokensAfterAbort(): number | undefined
}

const defaultIdleMsMax = 60_000
/** Long, as large models are read from slow disks. */
const openMsMax = 600_000

/**
 * Opens a model in a process of its own, so that a crash does not affect the agent. Throws {@link EngineUnavailable},
 * or the signal's reason.
 */
export async function openLlama(asked: LlamaOptions): Promise<LlamaEngine> {
  const { clock, library, file, slots, contextTokensMax, threads } = asked
  const { sandbox } = asked
  if (sandbox !== undefined) await openFileToSandbox(file, sandbox.means)
  const process = startModelProcess({
    program: modelProgram(asked),
    clock,
    idleMsMax: asked.idleMsMax ?? defaultIdleMsMax,
    onWord: (word) => pending.receive(word),
  })
  const pending = new PendingRequests(process, clock)
  process.say({ kind: 'open', order: { library, file, slots, contextTokensMax, threads } })
  try {
    const facts = await openedWithin(asked, pending)
    return engineOf(facts, {
      pending,
      process,
      grammars: createGrammars({ clock, library, sandbox }),
    })
  } catch (cause) {
    await process.end()
    throw cause
  }
}

async function openedWithin(
  { clock, signal }: LlamaOptions,
  pending: PendingRequests,
): Promise<ModelFacts> {
  const limit = createDeadline(clock, openMsMax, signal)
  const givenUp = aborted(limit.signal).then(() => Promise.reject(limit.signal.reason))
  return Promise.race([pending.opened, givenUp]).finally(limit.done)
}

interface Opened {
  pending: PendingRequests
  process: ModelProcess
  grammars: Grammars
}

function engineOf(facts: ModelFacts, { pending, process, grammars }: Opened): LlamaEngine {
  return {
    ...facts,
    pid: process.pid,
    tokensAfterAbort: () => pending.tokensAfterAbort,
    async *answer(request, signal) {
      const { json_schema: schema } = request
      const grammar = schema === null ? null : await grammars.of(schema, signal)
      yield* pending.answer({ request, grammar }, signal)
    },
    embed: (input, signal) => pending.embed(input, signal),
    ended: process.ended,
    close: async () => void (await Promise.all([process.end(), grammars.close()])),
  }
}
