import { createHash } from 'node:crypto'
import type { Clock } from '@gridloom/async/clock'
import { aborted } from '../../host/aborted.ts'
import type { Sandbox } from '../../host/sandbox/find-sandbox.ts'
import { AgentRefused } from '../../refused.ts'
import { type ModelProcess, type ModelProcessOptions, startModelProcess } from './model-process.ts'
import { modelProgram } from './model-program.ts'
import { type FromWorker, refusedAs } from './worker-messages.ts'

/** Grammars of JSON schemas, as the text that llama.cpp reads. */
export interface Grammars {
  /**
   * @throws AgentRefused `unsupported` for a schema that is not understood or takes too long, `busy`; or the signal's
   * reason
   */
  of(schema: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<string>
  close(): Promise<void>
}

interface Options {
  clock: Clock
  /** The folder that `node-llama-cpp` is installed in. */
  library: string
  /** The sandbox of the process; `undefined` if this system has none. */
  sandbox: Sandbox | undefined
  start?: (asked: ModelProcessOptions) => ModelProcess
}

interface Asked {
  key: string
  schema: Readonly<Record<string, unknown>>
  signal: AbortSignal
}

/** Time from the order to the grammar, including the start of the process in its sandbox. */
const compileMsMax = 5_000
/** Schemas that may wait for each other. */
const waitingMax = 16
const keptMax = 64

/**
 * Compiles schemas one after another in a process of their own, which is ended if one takes too long: a renter's schema
 * must not delay the answers of others, which the model's process generates. A schema whose request was aborted is not
 * compiled; recent grammars are cached by the hash of their schema.
 */
export function createGrammars({
  clock,
  library,
  sandbox,
  start = startModelProcess,
}: Options): Grammars {
  const kept = new Map<string, string>()
  let process: ModelProcess | undefined
  let pending: PromiseWithResolvers<string> | undefined
  let tail: Promise<unknown> = Promise.resolve()
  let waiting = 0

  function onWord(word: FromWorker): void {
    if (word.kind === 'compiled') pending?.resolve(word.grammar)
    if (word.kind === 'refused') pending?.reject(refusedAs(word.refusal))
  }

  function opened(): ModelProcess {
    if (process !== undefined) return process
    const program = modelProgram({ sandbox, library, file: undefined })
    const begun = start({ program, clock, idleMsMax: compileMsMax, onWord })
    process = begun
    void begun.ended.then(() => {
      if (process === begun) process = undefined
      pending?.reject(new AgentRefused('unsupported', tooSlow))
    })
    return begun
  }

  async function compile(schema: Readonly<Record<string, unknown>>): Promise<string> {
    pending = Promise.withResolvers()
    const at = opened()
    at.watch('at_work')
    at.say({ kind: 'compile', id: 0, library, schema })
    return pending.promise.finally(() => at.watch('at_rest'))
  }

  /** Returns the cached grammar if an equal schema was compiled while this one waited. */
  async function keptOrCompiled(asked: Asked): Promise<string> {
    asked.signal.throwIfAborted()
    const known = kept.get(asked.key)
    if (known !== undefined) return known
    const grammar = await compile(asked.schema)
    const [oldest] = kept.keys()
    if (kept.size >= keptMax && oldest !== undefined) kept.delete(oldest)
    kept.set(asked.key, grammar)
    return grammar
  }

  async function inTurn(asked: Asked): Promise<string> {
    if (waiting >= waitingMax)
      throw new AgentRefused('busy', 'Too many JSON schemas are waiting to be compiled.')
    waiting += 1
    const compiled = tail.then(() => keptOrCompiled(asked))
    // @NOTE the caller gets the failure; the next schema is compiled all the same
    tail = compiled.catch(() => undefined)
    const gone = aborted(asked.signal).then(() => Promise.reject(asked.signal.reason))
    return Promise.race([compiled, gone]).finally(() => {
      waiting -= 1
    })
  }

  return {
    of: async (schema, signal) => {
      const key = createHash('sha256').update(JSON.stringify(schema)).digest('base64')
      return kept.get(key) ?? inTurn({ key, schema, signal })
    },
    close: async () => process?.end(),
  }
}

const tooSlow = 'The JSON schema takes too long to compile.'
