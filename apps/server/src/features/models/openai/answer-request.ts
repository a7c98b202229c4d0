import type { AnswerRequest, EngineMessage } from '@gridloom/contract/agent/models'
import type { EngineParameters } from '@gridloom/contract/models/engine-parameters'
import type {
  ChatCompletionRequest,
  CompletionRequest,
  ContentPart,
  OpenAiMessage,
} from '@gridloom/contract/models/openai'

/** Converts an OpenAI chat request to an engine request. */
export function chatRequest(body: ChatCompletionRequest): AnswerRequest {
  const messages = body.messages.map(engineMessage)
  const { reasoning_effort, reasoning, parallel_tool_calls } = body
  const effort = reasoning_effort ?? reasoning?.effort
  return {
    ...sampling(body, {
      reasoning_effort: effort ?? undefined,
      logprobs: body.logprobs === true ? (body.top_logprobs ?? 0) : undefined,
      // Without tools there is nothing to call.
      parallel_tool_calls: body.tools?.length ? (parallel_tool_calls ?? undefined) : undefined,
    }),
    input: { kind: 'chat', messages },
    max_tokens: body.max_completion_tokens ?? body.max_tokens ?? null,
    ...schemaOf(body.response_format),
    tools: body.tools ?? [],
    tool_choice: body.tool_choice ?? null,
  }
}

/** Converts an OpenAI completion request to an engine request. */
export function textRequest(body: CompletionRequest): AnswerRequest {
  return {
    ...sampling(body, { logprobs: body.logprobs ?? undefined }),
    input: textInput(body.prompt),
    max_tokens: body.max_tokens ?? usualCompletionTokens,
    json_schema: null,
    tools: [],
    tool_choice: null,
  }
}

function textInput(prompt: CompletionRequest['prompt']): AnswerRequest['input'] {
  if (typeof prompt === 'string') return { kind: 'text', prompt }
  const tokens = prompt.filter((one) => typeof one === 'number')
  if (tokens.length > 0) return { kind: 'tokens', tokens }
  return { kind: 'text', prompt: prompt.join('') }
}

/** OpenAI's default of `max_tokens` for completions. Source: platform.openai.com/docs/api-reference/completions */
const usualCompletionTokens = 16

function sampling(
  body: ChatCompletionRequest | CompletionRequest,
  more: EngineParameters = {},
): Pick<AnswerRequest, 'temperature' | 'top_p' | 'seed' | 'stop' | 'stream' | 'parameters'> {
  const all = Object.entries({ ...samplingParameters(body), ...more })
  const parameters = Object.fromEntries(all.filter(([, value]) => value !== undefined))
  const { temperature, top_p, seed, stop, stream } = body
  return {
    temperature: temperature ?? null,
    top_p: top_p ?? null,
    seed: seed ?? null,
    // Empty stop texts are dropped: some engines refuse them, and others end at once.
    stop: [stop ?? []].flat().filter((text) => text !== ''),
    stream: stream === true,
    ...(Object.keys(parameters).length > 0 && { parameters }),
  }
}

/** Leaves out values that change nothing: many clients send every parameter with its default. */
function samplingParameters(body: ChatCompletionRequest | CompletionRequest): EngineParameters {
  const { top_k: topK, logit_bias: biases } = body
  return {
    n: unless(1, body.n),
    presence_penalty: unless(0, body.presence_penalty),
    frequency_penalty: unless(0, body.frequency_penalty),
    repetition_penalty: unless(1, body.repetition_penalty),
    min_p: unless(0, body.min_p),
    top_k: topK && topK > 0 ? topK : undefined,
    logit_bias: biases && Object.keys(biases).length > 0 ? biases : undefined,
  }
}

function unless(usual: number, value: number | null | undefined): number | undefined {
  return value === null || value === usual ? undefined : value
}

function engineMessage(message: OpenAiMessage): EngineMessage {
  const { role, content, refusal, name, tool_calls, tool_call_id } = message
  const reasoning = message.reasoning_content ?? message.reasoning
  const hasImages = Array.isArray(content) && content.some(({ type }) => type === 'image_url')
  return {
    role: role === 'developer' ? 'system' : role,
    content: textOf(content) || (refusal ?? ''),
    ...(hasImages && { parts: content.map(enginePart) }),
    ...(role === 'assistant' && reasoning && { reasoning_content: reasoning }),
    ...(name && { name }),
    ...(tool_calls && { tool_calls }),
    ...(tool_call_id && { tool_call_id }),
  }
}

function textOf(content: OpenAiMessage['content']): string {
  if (typeof content === 'string') return content
  const texts = (content ?? []).flatMap((part) => {
    if (part.type === 'image_url') return []
    return part.type === 'text' ? part.text : part.refusal
  })
  return texts.join('\n')
}

/** Engines know refusals as texts alone. */
function enginePart(part: ContentPart) {
  return part.type === 'refusal' ? { type: 'text', text: part.refusal } : part
}

function schemaOf(
  format: ChatCompletionRequest['response_format'],
): Pick<AnswerRequest, 'json_schema' | 'schema_format'> {
  if (format?.type !== 'json_schema')
    return { json_schema: format?.type === 'json_object' ? {} : null }
  const { name = 'answer', strict, description, schema } = format.json_schema
  const schema_format = { name, ...(description && { description }), strict: strict ?? true }
  return { json_schema: schema, schema_format }
}
