import { Refused } from '@gridloom/contract/errors'
import type { ChatCompletionRequest } from '@gridloom/contract/models/openai'
import { schemaExcess, toolsBounds } from '@gridloom/domain/models/schema-excess'

type RequestParameters = Readonly<Record<string, unknown>>

interface Rule {
  /** Whether the value has no effect. */
  harmless(value: unknown): boolean
  why: string
}

const isOff = (value: unknown) => value === false
const isEmpty = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0
const never = () => false
const always = () => true
const among =
  (...values: readonly unknown[]) =>
  (value: unknown) =>
    values.includes(value)

const onlyText = 'Only text answers are supported.'

/**
 * Parameters that no engine receives. They are accepted where they change nothing: those that only label or bill a
 * request, and values that are the default.
 */
const rules = new Map<string, Rule>(
  Object.entries({
    best_of: { harmless: among(1), why: 'Ask for several answers with `n`.' },
    echo: { harmless: isOff, why: 'The prompt can’t be echoed.' },
    suffix: { harmless: among(''), why: 'Only continuing a text is supported.' },
    audio: { harmless: never, why: onlyText },
    modalities: {
      harmless: (value) => Array.isArray(value) && value.every((one) => one === 'text'),
      why: onlyText,
    },
    functions: { harmless: isEmpty, why: 'Use `tools` instead.' },
    function_call: { harmless: among('none'), why: 'Use `tool_choice` instead.' },
    web_search_options: { harmless: never, why: 'Web search is not available.' },
    dimensions: { harmless: never, why: 'The dimensions are fixed by the model.' },
    store: { harmless: isOff, why: 'Answers of the API are not stored.' },
    service_tier: { harmless: among('auto', 'default'), why: 'There is one service tier.' },
    verbosity: { harmless: among('medium'), why: 'Ask for it in the prompt.' },
    transforms: { harmless: isEmpty, why: 'Prompts are not transformed.' },
    plugins: { harmless: isEmpty, why: 'Plugins are not available.' },
    route: { harmless: among('fallback'), why: 'List the models to try in `models`.' },
    usage: { harmless: always, why: '' },
    user: { harmless: always, why: '' },
    metadata: { harmless: always, why: '' },
    safety_identifier: { harmless: always, why: '' },
    prompt_cache_key: { harmless: always, why: '' },
    prompt_cache_retention: { harmless: always, why: '' },
    prediction: { harmless: always, why: '' },
  } satisfies Record<string, Rule>),
)

const unknownParameter: Rule = { harmless: never, why: 'Unrecognized request argument.' }

/**
 * Refuses parameters that would change the answer, or that are not known: none is ignored in silence. `known` are the
 * parameters that are read. @throws Refused `unsupported_parameter`, with the name of the first of them
 */
export function refuseParameters(asked: RequestParameters, known: object): void {
  for (const [parameter, value] of Object.entries(asked)) {
    if (value === undefined || value === null) continue
    const rule =
      rules.get(parameter) ?? (Object.hasOwn(known, parameter) ? undefined : unknownParameter)
    if (rule === undefined || rule.harmless(value)) continue
    throw new Refused('unsupported_parameter', { details: { parameter, why: rule.why } })
  }
}

/** @throws Refused `unsupported_parameter` for alternatives to probabilities that are not requested */
export function refuseLoneTopLogprobs({
  logprobs,
  top_logprobs,
}: Pick<ChatCompletionRequest, 'logprobs' | 'top_logprobs'>): void {
  if (logprobs === true || !top_logprobs) return
  const why = 'Set `logprobs` to true as well.'
  throw new Refused('unsupported_parameter', { details: { parameter: 'top_logprobs', why } })
}

/** The most images of a request; their bytes are bounded with its body. */
const imagesMax = 16

/** @throws Refused `unsupported_parameter` for more images than one request may have */
export function refuseManyImages({ messages }: Pick<ChatCompletionRequest, 'messages'>): void {
  const parts = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []))
  if (parts.filter(({ type }) => type === 'image_url').length <= imagesMax) return
  const why = `A request may have at most ${imagesMax} images.`
  throw new Refused('unsupported_parameter', { details: { parameter: 'messages', why } })
}

/**
 * Limits the size of schemas, which engines compile before they answer.
 * @throws Refused `unsupported_parameter`, with the name of the parameter that is too large
 */
export function refuseLargeSchemas({
  response_format: format,
  tools,
}: Pick<ChatCompletionRequest, 'response_format' | 'tools'>): void {
  const schema = format?.type === 'json_schema' ? format.json_schema.schema : {}
  refuse('response_format', 'The schema', schemaExcess(schema))
  refuse('tools', 'All of it together', schemaExcess(tools ?? [], toolsBounds))
}

function refuse(parameter: string, subject: string, excess: string | undefined): void {
  if (excess === undefined) return
  const why = `${subject} ${excess}.`
  throw new Refused('unsupported_parameter', { details: { parameter, why } })
}
