import type { AnswerRequest, EngineMessage } from '@gridloom/contract/agent/models'
import type {
  ChatCompletionRequest,
  CompletionRequest,
  OpenAiMessage,
} from '@gridloom/contract/models/openai'

/** Converts an OpenAI chat request to an engine request. */
export function chatRequest(body: ChatCompletionRequest): AnswerRequest {
  const messages = body.messages.map(engineMessage)
  return {
    ...sampling(body),
    input: { kind: 'chat', messages },
    max_tokens: body.max_completion_tokens ?? body.max_tokens ?? null,
    json_schema: schemaOf(body.response_format),
    tools: body.tools ?? [],
    tool_choice: body.tool_choice ?? null,
  }
}

/** Converts an OpenAI completion request to an engine request. */
export function textRequest(body: CompletionRequest): AnswerRequest {
  const prompt = typeof body.prompt === 'string' ? body.prompt : body.prompt.join('')
  return {
    ...sampling(body),
    input: { kind: 'text', prompt },
    max_tokens: body.max_tokens ?? usualCompletionTokens,
    json_schema: null,
    tools: [],
    tool_choice: null,
  }
}

/** OpenAI's default of `max_tokens` for completions. Source: platform.openai.com/docs/api-reference/completions */
const usualCompletionTokens = 16

function sampling({
  temperature,
  top_p,
  seed,
  stop,
  stream,
}: ChatCompletionRequest | CompletionRequest) {
  return {
    temperature: temperature ?? null,
    top_p: top_p ?? null,
    seed: seed ?? null,
    // Empty stop texts are dropped: some engines refuse them, and others end at once.
    stop: [stop ?? []].flat().filter((text) => text !== ''),
    stream: stream === true,
  }
}

function engineMessage({
  role,
  content,
  name,
  tool_calls,
  tool_call_id,
}: OpenAiMessage): EngineMessage {
  return {
    role: role === 'developer' ? 'system' : role,
    content:
      typeof content === 'string' ? content : (content ?? []).map(({ text }) => text).join('\n'),
    ...(name && { name }),
    ...(tool_calls && { tool_calls }),
    ...(tool_call_id && { tool_call_id }),
  }
}

function schemaOf(format: ChatCompletionRequest['response_format']): AnswerRequest['json_schema'] {
  if (format?.type === 'json_schema') return format.json_schema.schema
  return format?.type === 'json_object' ? {} : null
}
