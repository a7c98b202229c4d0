import {
  type AnswerPart,
  type AnswerRequest,
  inferencePaths,
  TokenCounts,
} from '@gridloom/contract/agent/inference'
import { z } from 'zod'
import type { AgentGateway } from '../../agents/index.ts'
import type { LiveEndpoint } from '../ports.ts'

/** How long a machine may take to its first word: long prompts on slow machines, and its queue. */
const firstPartMs = 180_000

interface Call {
  agents: Pick<AgentGateway, 'lines'>
  endpoint: LiveEndpoint
  request: AnswerRequest
  signal: AbortSignal
}

/** What a machine answers, part by part, at the reader's pace; the signal stops its engine. @throws Refused */
export function askForAnswer({
  agents,
  endpoint,
  request,
  signal,
}: Call): AsyncIterator<AnswerPart> {
  const parts = agents.lines({
    machineId: endpoint.machineId,
    method: 'POST',
    path: inferencePaths.answers.replace('{endpoint}', endpoint.id),
    body: request,
    schema: Part,
    signal,
    beginMs: firstPartMs,
  })
  return parts[Symbol.asyncIterator]()
}

/** An {@link AnswerPart}, checked by hand: it stands at every token that streams. */
const Part = z.custom<AnswerPart>(isAnswerPart, 'must be a part of an answer')

function isAnswerPart(value: unknown): value is AnswerPart {
  if (!isRecord(value)) return false
  switch (value.kind) {
    case 'text':
      return typeof value.text === 'string' && isCount(value.tokens)
    case 'tool_calls':
      return Array.isArray(value.tool_calls) && isCount(value.tokens)
    case 'end':
      return (
        reasons.has(value.reason) &&
        (value.problem === null || typeof value.problem === 'string') &&
        TokenCounts.safeParse(value.counts).success
      )
    default:
      return false
  }
}

const reasons = new Set<unknown>(['stop', 'length', 'tool_calls', 'failed'])

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
