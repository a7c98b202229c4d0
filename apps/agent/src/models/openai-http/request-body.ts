import type { AnswerRequest, EngineMessage } from '@gridloom/contract/agent/models'
import { type Dialect, parameterFields, streamAsks } from './dialect.ts'

/** Returns the path and body of a request for an answer, by the OpenAI API. */
export function bodyOf(
  request: AnswerRequest,
  { model, dialect }: { model: string; dialect: Dialect },
): { path: string; body: string } {
  const { input, max_tokens, temperature, top_p, seed, stop, stream } = request
  const common = {
    model,
    ...set({ max_tokens, temperature, top_p, seed }),
    ...parameterFields(request.parameters ?? {}, { dialect, kind: input.kind }),
    ...(stop.length === 0 ? {} : { stop }),
    ...(stream ? streamAsks(dialect) : {}),
    ...formatOf(request),
  }
  if (input.kind === 'text') {
    return { path: '/completions', body: JSON.stringify({ ...common, prompt: input.prompt }) }
  }
  if (input.kind === 'tokens') {
    return { path: '/completions', body: JSON.stringify({ ...common, prompt: input.tokens }) }
  }
  const messages = input.messages.map(messageOf)
  const body = JSON.stringify({ ...common, messages, ...toolsOf(request) })
  return { path: '/chat/completions', body }
}

function set(values: Readonly<Record<string, number | null>>) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
}

function formatOf({ json_schema: schema, schema_format: format }: AnswerRequest) {
  if (schema === null) return {}
  if (Object.keys(schema).length === 0) return { response_format: { type: 'json_object' } }
  const json_schema = { ...(format ?? { name: 'answer', strict: true }), schema }
  return { response_format: { type: 'json_schema', json_schema } }
}

function toolsOf({ tools, tool_choice }: AnswerRequest) {
  if (tools.length === 0) return {}
  const choice = tool_choice === null || tool_choice === undefined ? {} : { tool_choice }
  return { tools, ...choice }
}

/** A message that only calls tools has no content; the API has `null` there. */
function messageOf({ parts, ...message }: EngineMessage) {
  if (parts !== undefined) return { ...message, content: parts }
  const callsTools = message.tool_calls !== undefined && message.tool_calls.length > 0
  return callsTools && message.content === '' ? { ...message, content: null } : message
}
