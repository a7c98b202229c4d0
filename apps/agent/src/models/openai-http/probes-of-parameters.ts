import type { ModelFeature } from '@gridloom/contract/models/model-feature'
import { parameterFields } from './dialect.ts'
import type { Probe, ProbeSubject } from './probe.ts'
import { choicesIn, logprobsIn, promptTokensIn, vectorsIn, wordsIn } from './probe-answer.ts'

export const probedParameters = [
  ...(['n', 'logprobs', 'token_prompts', 'token_embeddings', 'logit_bias'] as const),
  ...(['presence_penalty', 'frequency_penalty', 'repetition_penalty', 'top_k', 'min_p'] as const),
  ...(['reasoning_effort', 'parallel_tool_calls'] as const),
] satisfies ModelFeature[]
export type ProbedParameter = (typeof probedParameters)[number]

const chat = '/chat/completions'

/** Returns the probe of an optional parameter; `undefined` where an engine of this kind cannot show it. */
export function parameterProbe(feature: ProbedParameter, subject: ProbeSubject): Probe | undefined {
  switch (feature) {
    case 'n':
      return {
        ...{ path: chat, bodies: [asked(subject, { n: 2, max_tokens: 1 })] },
        shows: ([answer]) => choicesIn(answer).length === 2,
      }
    case 'logprobs':
      return {
        ...{ path: chat, bodies: [asked(subject, named({ logprobs: 1 }, subject))] },
        shows: ([answer]) => (logprobsIn(answer)[0]?.top_logprobs ?? []).length > 0,
      }
    case 'token_prompts':
      return tokenPrompts(subject)
    case 'token_embeddings':
      return tokenEmbeddings(subject)
    case 'logit_bias':
      return logitBias(subject)
    case 'presence_penalty':
    case 'frequency_penalty':
      return accepted(subject, { [feature]: 0.5 })
    case 'reasoning_effort':
      return accepted(subject, named({ reasoning_effort: 'low' }, subject))
    case 'parallel_tool_calls':
      return accepted(subject, { tools: [tool], tool_choice: 'auto', parallel_tool_calls: false })
    case 'repetition_penalty':
      return isKnown(subject)
        ? accepted(subject, named({ repetition_penalty: 1.1 }, subject))
        : undefined
    case 'top_k':
    case 'min_p':
      return isKnown(subject)
        ? accepted(subject, { [feature]: 1 })
        : narrowing(subject, { [feature]: 1 })
  }
}

const tool = { type: 'function', function: { name: 'ping', parameters: { type: 'object' } } }

/** Whether the engine's own name says that it has the options of its kind; others ignore what they do not know. */
function isKnown({ dialect }: ProbeSubject): boolean {
  return dialect !== 'plain'
}

function asked({ model }: ProbeSubject, fields: object): object {
  return { model, messages: [{ role: 'user', content: 'Hi' }], max_tokens: 1, ...fields }
}

function named(parameters: Parameters<typeof parameterFields>[0], { dialect }: ProbeSubject) {
  return parameterFields(parameters, { dialect, kind: 'chat' })
}

/** For parameters whose effect on one answer proves nothing: engines that check them refuse what they do not take. */
function accepted(subject: ProbeSubject, fields: object): Probe {
  const bodies = [asked(subject, fields)]
  return { path: chat, bodies, shows: ([answer]) => choicesIn(answer).length > 0 }
}

/** Parameters that leave only the likeliest token make answers equal, which are different at this temperature. */
function narrowing(subject: ProbeSubject, fields: object): Probe {
  const free = { temperature: 2, max_tokens: 12 }
  const bodies = [free, free, { ...free, ...fields }, { ...free, ...fields }]
  return {
    path: chat,
    bodies: bodies.map((body) => asked(subject, body)),
    shows(answers) {
      const [one, other, narrow, again] = answers.map(wordsIn)
      return one !== other && narrow !== '' && narrow === again
    },
  }
}

/** Ordinary tokens of any vocabulary; the smallest IDs are control tokens in many. */
const tokenIds = [1_000, 1_001, 1_002, 1_003, 1_004, 1_005, 1_006, 1_007]
/** Tokens that engines add around a prompt. */
const marksMax = 2

/** An engine that reads the IDs as text counts more tokens than there are IDs. */
function tokenPrompts({ model }: ProbeSubject): Probe {
  return {
    path: '/completions',
    bodies: [{ model, prompt: tokenIds, max_tokens: 1 }],
    shows: ([answer]) =>
      typeof choicesIn(answer)[0]?.text === 'string' &&
      isCountOf(promptTokensIn(answer) ?? 0, tokenIds.length, marksMax),
  }
}

function tokenEmbeddings({ model }: ProbeSubject): Probe {
  const input = [tokenIds, [...tokenIds].reverse()]
  return {
    path: '/embeddings',
    bodies: [{ model, input, encoding_format: 'float' }],
    shows: ([answer]) =>
      vectorsIn(answer) === input.length &&
      isCountOf(promptTokensIn(answer) ?? 0, 2 * tokenIds.length, 2 * marksMax),
  }
}

function isCountOf(reported: number, tokens: number, marks: number): boolean {
  return reported >= tokens && reported <= tokens + marks
}

/** A forced token is all that the model writes: two of three different ones must show, as some have no text. */
function logitBias(subject: ProbeSubject): Probe {
  const bodies = [1_000, 2_000, 5_000].map((token) =>
    asked(subject, { logit_bias: { [token]: 100 }, max_tokens: 4, temperature: 0 }),
  )
  return {
    path: chat,
    bodies,
    shows(answers) {
      const repeated = answers.map((answer) => repeatedIn(wordsIn(answer)))
      return new Set(repeated.filter((word) => word !== undefined)).size >= 2
    },
  }
}

/** Returns the text that a text repeats four times. */
function repeatedIn(text: string): string | undefined {
  return /^\s*(\S.*?)(?:\s*\1){3}\s*$/su.exec(text)?.[1]
}
