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
const isZero = (value: unknown) => value === 0
const isEmpty = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0
const never = () => false

const noLogprobs = 'Token probabilities are not available.'
const noPenalties = 'Engines do not receive it.'

/** Parameters that would change the answer and are not supported. Other unknown parameters are ignored. */
const rules = Object.entries<Rule>({
  n: { harmless: (value) => value === 1, why: 'Only one answer per request is supported.' },
  best_of: { harmless: (value) => value === 1, why: 'Only one answer per request is supported.' },
  logprobs: { harmless: isOff, why: noLogprobs },
  top_logprobs: { harmless: isZero, why: noLogprobs },
  logit_bias: { harmless: isEmpty, why: noPenalties },
  presence_penalty: { harmless: isZero, why: noPenalties },
  frequency_penalty: { harmless: isZero, why: noPenalties },
  echo: { harmless: isOff, why: 'The prompt can’t be echoed.' },
  suffix: { harmless: (value) => value === '', why: 'Only continuing a text is supported.' },
  audio: { harmless: never, why: 'Only text answers are supported.' },
  modalities: {
    harmless: (value) => Array.isArray(value) && value.every((one) => one === 'text'),
    why: 'Only text answers are supported.',
  },
  functions: { harmless: isEmpty, why: 'Use `tools` instead.' },
  function_call: { harmless: (value) => value === 'none', why: 'Use `tool_choice` instead.' },
  web_search_options: { harmless: never, why: 'Web search is not available.' },
  dimensions: { harmless: never, why: 'The dimensions are fixed by the model.' },
})

/**
 * Refuses parameters that would change the answer. @throws Refused `unsupported_parameter`, with the name of the first
 * of them
 */
export function refuseParameters(asked: RequestParameters): void {
  for (const [parameter, { harmless, why }] of rules) {
    const value = asked[parameter]
    if (value === undefined || value === null || harmless(value)) continue
    throw new Refused('unsupported_parameter', { details: { parameter, why } })
  }
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
