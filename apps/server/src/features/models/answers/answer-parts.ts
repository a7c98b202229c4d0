import {
  type AnswerPart,
  type AnswerRequest,
  PromptCounts,
  TokenCounts,
  TokenLogprob,
} from '@gridloom/contract/agent/models'
import { modelCalls } from '@gridloom/contract/agent/models-calls'
import { plainText } from '@gridloom/contract/core/plain-text'
import { Refused } from '@gridloom/contract/errors'
import { choicesMax } from '@gridloom/contract/models/engine-parameters'
import { z } from 'zod'
import type { AgentGateway } from '../../agents/index.ts'
import type { LiveEndpoint } from '../registry/live-endpoint.ts'

/**
 * The overhead of a part beside its text, with the longest token: with it, an answer of a given number of tokens is
 * bounded in bytes.
 */
const tokenBytesMax = 1_024
const partsBytesMin = 64 * 1_024
/** A token's text, its bytes as numbers, and its probability; twice what usual ones take. */
const probabilityBytesMax = 256

interface Call {
  agents: Pick<AgentGateway, 'stream'>
  endpoint: LiveEndpoint
  request: AnswerRequest
}

/** A machine's answer, read part by part at the reader's pace. */
export interface AnswerParts {
  /**
   * Returns the next part; `undefined` after the last one. @throws Refused as {@link ResponseStream}, and
   * `upstream_failed` for an invalid part
   */
  next(): Promise<AnswerPart | undefined>
  /** Stops the engine. */
  hangUp(reason: Error): void
}

/** Sends the request for an answer to a machine. @throws Refused `machine_offline` */
export function askForAnswer({ agents, endpoint, request }: Call): AnswerParts {
  const tokens = request.max_tokens ?? endpoint.contextTokens
  const { n = 1, logprobs = -1 } = request.parameters ?? {}
  // A token's own probability comes with those of its alternatives.
  const probabilitiesBytesMax = (logprobs + 1) * 2 * probabilityBytesMax
  const bytesMax = partsBytesMin + tokens * n * (tokenBytesMax + probabilitiesBytesMax)
  const params = { endpoint: endpoint.id }
  const options = { params, body: request, bytesMax }
  const parts = agents.stream(endpoint.machineId, modelCalls.answers, options)
  return {
    async next() {
      const part = await parts.next()
      if (part === undefined || (isAnswerPart(part) && isRequested(part, request)))
        return withPlainProblem(part)
      throw new Refused('upstream_failed', { internal: 'what came is no part of an answer' })
    },
    hangUp: parts.hangUp.bind(parts),
  }
}

/** Cleans the machine's own problem text, which is untrusted. */
function withPlainProblem(part: AnswerPart | undefined): AnswerPart | undefined {
  if (part?.kind !== 'end' || part.problem === null) return part
  return { ...part, problem: plainText(part.problem, problemCharsMax) }
}

const problemCharsMax = 500

/** Validates by hand, as this runs for every token that streams. */
function isAnswerPart(value: unknown): value is AnswerPart {
  if (!isRecord(value)) return false
  switch (value.kind) {
    case 'taken':
      return true
    case 'text':
    case 'reasoning':
      return typeof value.text === 'string' && isOutput(value)
    case 'tool_calls':
      return Array.isArray(value.tool_calls) && isOutput(value)
    case 'alive':
      return true
    case 'end':
      return (
        reasons.has(value.reason) &&
        (value.problem === null || typeof value.problem === 'string') &&
        TokenCounts.safeParse(value.counts).success &&
        (value.reasons === undefined || FinishReasons.safeParse(value.reasons).success) &&
        (value.made_ms === undefined || isTime(value.made_ms))
      )
    default:
      return false
  }
}

const FinishReasons = z.array(z.enum(['stop', 'length', 'tool_calls'])).max(choicesMax)

const reasons = new Set<unknown>(['stop', 'length', 'tool_calls', 'failed'])

function isOutput({ tokens, choice, read }: Readonly<Record<string, unknown>>): boolean {
  return isCount(tokens) && isRead(read) && (choice === undefined || isCount(choice))
}

/** Whether a part has no more than was requested: other choices, or probabilities, only where they were. */
function isRequested(part: AnswerPart, { parameters }: AnswerRequest): boolean {
  if (!('tokens' in part)) return true
  const { choice = 0, logprobs } = part
  if (choice !== 0 && choice >= (parameters?.n ?? 1)) return false
  if (logprobs === undefined) return true
  return parameters?.logprobs !== undefined && Logprobs.safeParse(logprobs).success
}

const Logprobs = z.array(TokenLogprob)

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function isRead(value: unknown): boolean {
  return value === undefined || PromptCounts.safeParse(value).success
}

function isTime(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && Number.isFinite(value)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
