import { agentPath } from '@gridloom/contract/agent/call'
import type {
  AnswerPart,
  AnswerRequest,
  Embedded,
  EmbedInput,
} from '@gridloom/contract/agent/models'
import { AccountId, MachineId, ModelEndpointId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { Refused } from '@gridloom/contract/errors'
import { ModelId } from '@gridloom/contract/models/model-id'
import type { AnswersCtx } from '#features/models/answers/pending-answer'
import { createRecentAnswers } from '#features/models/answers/recent-answers'
import type { RevocationWatch } from '#features/models/answers/revocation-watch'
import { createStallDetector } from '#features/models/answers/stall-detector'
import type { Allowances, EndedAnswer } from '#features/models/money/reservation'
import type { Endpoints } from '#features/models/registry/endpoints'
import type { LiveEndpoint } from '#features/models/registry/live-endpoint'
import type { Ctx } from '#platform/ctx'
import { aContext } from './context.ts'
import { fakeGateway, parsedBy } from './fake-gateway.ts'

export const aModel = ModelId.parse('acme/tiny')
export const aPayer = AccountId.parse('acc_00000000000000000000000001')

/** A machine that serves the model, by default for 1 $ per million input tokens and 2 $ per million output tokens. */
export function anEndpoint(at = 1, over: Partial<LiveEndpoint> = {}): LiveEndpoint {
  const digits = String(at).padStart(26, '0')
  return {
    id: ModelEndpointId.parse(`mep_${digits}`),
    modelId: aModel,
    machineId: MachineId.parse(`mch_${digits}`),
    machineName: `machine ${at}`,
    providerAccountId: AccountId.parse(`acc_${digits.replace(/^0/, '7')}`),
    engine: 'llama',
    price: { input_micro_usd: 1_000_000, cached_micro_usd: 100_000, output_micro_usd: 2_000_000 },
    slots: 2,
    contextTokens: 1_024,
    features: ['chat', 'completion'],
    isCold: false,
    loadMs: 0,
    quantization: null,
    dataCollection: 'deny',
    ...over,
  }
}

/** A request that says hello; streamed by default. */
export function aRequest(over: Partial<AnswerRequest> = {}): AnswerRequest {
  return {
    input: asking('Hello'),
    max_tokens: null,
    temperature: null,
    top_p: null,
    seed: null,
    stop: [],
    json_schema: null,
    tools: [],
    tool_choice: null,
    stream: true,
    ...over,
  }
}

/** A chat of one message. */
export function asking(content: string): AnswerRequest['input'] {
  return { kind: 'chat', messages: [{ role: 'user', content }] }
}

/** The responses of a machine. */
export interface Machine {
  endpoint: LiveEndpoint
  answer?(request: AnswerRequest, signal: AbortSignal): AsyncIterable<unknown>
  embed?(texts: readonly EmbedInput[], signal: AbortSignal): Embedded | Promise<Embedded>
}

export interface Tried {
  endpoint: ModelEndpointId
  firstToken: boolean
  outcome?: string
}

/** A market of machines whose answers the test sets, with payers. */
export function aMarket({
  machines,
  balance = 1_000_000_000,
}: {
  machines: readonly Machine[]
  balance?: MicroUsd
}) {
  const tried: Tried[] = []
  const funds = someFunds(balance)
  const endpoints = endpointsOf(
    machines.map(({ endpoint }) => endpoint),
    tried,
  )
  const contextFor = (
    over: Partial<Ctx & Pick<AnswersCtx, 'revocations' | 'recent' | 'tokens'>> = {},
  ): AnswersCtx => ({
    ...aContext(aPayer, new AbortController().signal),
    revocations: staying,
    tokens: uncounted,
    recent: createRecentAnswers(),
    ...over,
    endpoints,
    allowances: funds.allowances,
    agents: agentsOf(machines),
    stalls: createStallDetector(over.clock ?? aContext(aPayer, new AbortController().signal).clock),
  })
  return { tried, funds, contextFor }
}

/** A revocation watch that never revokes. */
export const staying: RevocationWatch = {
  watch: (_payer, signal) => ({ signal, end: () => {} }),
  [Symbol.dispose]: () => {},
}

/** Token counts that are unknown for every model. */
export const uncounted: AnswersCtx['tokens'] = {
  knows: () => false,
  count: async () => undefined,
}

/**
 * A watch that revokes when `shutOut` aborts, with its reason. `over` is called when the work for a payer has ended.
 */
export function stayingUntil(shutOut: AbortSignal, over = () => {}): RevocationWatch {
  const watch: RevocationWatch['watch'] = (_payer, signal) => ({
    signal: AbortSignal.any([signal, shutOut]),
    end: over,
  })
  return { watch, [Symbol.dispose]: () => {} }
}

/** Yields parts as a machine sends them: one per text, then an end. */
export async function* says(
  words: readonly string[],
  end: Partial<Extract<AnswerPart, { kind: 'end' }>> = {},
): AsyncGenerator<AnswerPart, void> {
  for (const text of words) yield { kind: 'text', text, tokens: 1 }
  const counts = { input_tokens: 7, cached_tokens: 2, output_tokens: words.length }
  yield { kind: 'end', reason: 'stop', problem: null, counts, ...end }
}

/** Throws the error when it is read. */
export function refuses(refused: Refused): AsyncIterable<AnswerPart> {
  return { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(refused) }) }
}

function endpointsOf(live: readonly LiveEndpoint[], tried: Tried[]): Endpoints {
  const serving: Endpoints['serving'] = (modelId) => live.filter((one) => one.modelId === modelId)
  return {
    knows: (modelId) => modelId === aModel,
    serving,
    live: () => live,
    choose: (choice) =>
      serving(choice.modelId).find(
        ({ id, features }) =>
          !choice.tried.has(id) && choice.features.every((feature) => features.includes(feature)),
      ),
    startsAtOnce: ({ slots }) => slots > 0,
    begin(endpoint) {
      const attempt: Tried = { endpoint: endpoint.id, firstToken: false }
      tried.push(attempt)
      return {
        firstToken: () => {
          attempt.firstToken = true
        },
        end(outcome) {
          if (attempt.outcome !== undefined) throw new Error('an attempt ended twice')
          attempt.outcome = outcome
          return { firstTokenMs: 5, tokensPerS: 100 }
        },
      }
    },
    async [Symbol.asyncDispose]() {},
  }
}

/** The funds of one payer. */
function someFunds(balance: MicroUsd) {
  let free = balance
  const settled: EndedAnswer[] = []
  const reserved: MicroUsd[] = []
  const allowances: Allowances = {
    reserve(_payer, microUsd) {
      if (microUsd > free)
        throw new Refused('insufficient_funds', { details: { need: microUsd, have: free } })
      free -= microUsd
      reserved.push(microUsd)
      let isOver = false
      let own = microUsd
      const end = (used: MicroUsd) => {
        if (isOver) return false
        isOver = true
        free += own - used
        return true
      }
      const growTo = (wanted: MicroUsd) => {
        const more = isOver ? 0 : Math.max(0, Math.min(wanted - own, free))
        free -= more
        own += more
        return own
      }
      return {
        allowanceId: null,
        get microUsd() {
          return own
        },
        growTo,
        growIfPlenty(wanted) {
          if (wanted - own <= free / 8) growTo(wanted)
        },
        settle(answer) {
          if (answer.microUsd > own) throw new Error('more was charged than set aside')
          if (end(answer.microUsd)) settled.push(answer)
        },
        release: () => void end(0),
      }
    },
    flush: async () => {},
    async [Symbol.asyncDispose]() {},
  }
  return { allowances, settled, reserved, free: () => free }
}

function agentsOf(machines: readonly Machine[]): AnswersCtx['agents'] {
  const machineAt = (path: string) => machines.find(({ endpoint }) => path.includes(endpoint.id))
  return {
    ...fakeGateway(),
    stream(_, called, { params, body }) {
      const call = new AbortController()
      const machine = machineAt(agentPath(called, params))
      const parts = machine?.answer?.(asRequest(body), call.signal)
      if (parts === undefined) throw new Refused('machine_offline')
      const iterator = parts[Symbol.asyncIterator]()
      return {
        async next() {
          const step = await orAborted(iterator.next(), call.signal)
          return step.done === true ? undefined : step.value
        },
        hangUp: (reason) => call.abort(reason),
      }
    },
    async call(_, call, { params, body, signal }) {
      const embedded = machineAt(agentPath(call, params))?.embed?.(textsOf(body), signal)
      if (embedded === undefined) throw new Refused('machine_offline')
      return parsedBy(call.response, await embedded)
    },
  }
}

/** Rejects like a stream that its signal destroys. */
function orAborted<T>(step: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    step.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}

/** Named cast: the body sent to this path is a request for an answer. */
function asRequest(body: unknown): AnswerRequest {
  return body as AnswerRequest
}

/** Named cast: the body sent to this path is a list of texts. */
function textsOf(body: unknown): readonly EmbedInput[] {
  return (body as { input: readonly EmbedInput[] }).input
}
