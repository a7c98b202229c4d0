import { Refused } from '@gridloom/contract/errors'
import type { ChatCompletionRequest } from '@gridloom/contract/models/openai'
import { schemaExcess, toolsBounds } from '@gridloom/domain/models/schema-excess'

type RequestParameters = Readonly<Record<string, unknown>>

interface Rule {
  /** Whether this value asks for nothing. */
  harmless(value: unknown): boolean
  why: string
}

const isOff = (value: unknown) => value === false
const isZero = (value: unknown) => value === 0
const isEmpty = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0
const never = () => false

const noLogprobs = 'Machines do not tell the likelihood of tokens.'
const noPenalties = 'No engine here is told of it.'

/** Parameters that would change the answer and are not supported. Other unknown parameters are ignored. */
const rules = Object.entries<Rule>({
  n: { harmless: (value) => value === 1, why: 'One answer is made at a time.' },
  best_of: { harmless: (value) => value === 1, why: 'One answer is made at a time.' },
  logprobs: { harmless: isOff, why: noLogprobs },
  top_logprobs: { harmless: isZero, why: noLogprobs },
  logit_bias: { harmless: isEmpty, why: noPenalties },
  presence_penalty: { harmless: isZero, why: noPenalties },
  frequency_penalty: { harmless: isZero, why: noPenalties },
  echo: { harmless: isOff, why: 'Answers come without their prompt.' },
  suffix: { harmless: (value) => value === '', why: 'Texts are only gone on with.' },
  audio: { harmless: never, why: 'Answers are text.' },
  modalities: {
    harmless: (value) => Array.isArray(value) && value.every((one) => one === 'text'),
    why: 'Answers are text.',
  },
  functions: { harmless: isEmpty, why: 'Send `tools` in place of it.' },
  function_call: { harmless: (value) => value === 'none', why: 'Send `tool_choice` instead.' },
  web_search_options: { harmless: never, why: 'Models here do not search the web.' },
  dimensions: { harmless: never, why: 'Vectors come as long as the model makes them.' },
})

/** @throws Refused `unsupported_parameter`, by the name of the first that would change the answer */
export function refuseParameters(asked: RequestParameters): void {
  for (const [parameter, { harmless, why }] of rules) {
    const value = asked[parameter]
    if (value === undefined || value === null || harmless(value)) continue
    throw new Refused('unsupported_parameter', { details: { parameter, why } })
  }
}

/**
 * Limits schemas that engines compile before they answer.
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
