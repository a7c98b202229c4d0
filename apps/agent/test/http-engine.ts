import { systemClock } from '@gridloom/async/clock'
import { type OpenAiHttpOptions, openOpenAiHttp } from '../src/models/openai-http/index.ts'
import { noSignal } from './model-builders.ts'
import { startUpstream, type UpstreamCall } from './upstream.ts'

/** Opens the driver for an engine beside the agent. */
export function openEngine(baseUrl: URL, changes: Partial<OpenAiHttpOptions> = {}) {
  return openOpenAiHttp({
    baseUrl,
    upstreamModel: 'upstream-name',
    contextTokens: 1_024,
    key: undefined,
    clock: systemClock,
    signal: noSignal(),
    ...changes,
  })
}

export interface EngineChanges extends Partial<OpenAiHttpOptions> {
  /** The name that the engine reports as the owner of its models. */
  owner?: string
}

/** Starts an engine whose answers the test defines, with its driver. */
export async function startEngine(
  answer: (call: UpstreamCall) => void,
  { owner, ...changes }: EngineChanges = {},
) {
  const upstream = await startUpstream(answer, 200, owner)
  const engine = await openEngine(upstream.url, changes)
  return {
    upstream,
    engine,
    [Symbol.asyncDispose]: async () => {
      await engine.close()
      await upstream[Symbol.asyncDispose]()
    },
  }
}
