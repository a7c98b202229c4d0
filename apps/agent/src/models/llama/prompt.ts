import type { AnswerRequest, EngineMessage } from '@gridloom/contract/agent/models'
import { AgentRefused } from '../../refused.ts'
import type { ChatWrapper, HistoryItem, Model, Token } from './binding.ts'
import { type ThinkTags, thinkTags } from './split-reasoning.ts'

export interface Prompt {
  tokens: Token[]
  /** The model's turn ends at any of these tokens. */
  endTokens: ReadonlySet<Token>
  /** The model's turn ends at any of these texts. */
  endTexts: readonly string[]
  /** The tokens before the answer's first one, for its spacing. */
  before: readonly Token[]
  /** How the answer may begin with reasoning; `undefined` for the continuation of a text, which has none. */
  reasoning: PromptReasoning | undefined
}

export interface PromptReasoning {
  /** The tags that the prompt opened. */
  within: ThinkTags | undefined
  /** Tags that are tokens of their own, by which models end their reasoning. */
  tagTokens: ReadonlyMap<Token, string>
}

/** Tokens that come before an answer and decide whether it begins with a space. */
const tokensBefore = 4

/**
 * Returns the request as a prompt in the model's own template. Text of users is never read as control tokens of the
 * template, however it is spelt.
 */
export function promptOf(
  input: AnswerRequest['input'],
  model: Model,
  wrapper: ChatWrapper | undefined,
): Prompt {
  if (input.kind === 'text') return textPrompt(input.prompt, model)
  if (input.kind === 'tokens') {
    throw new AgentRefused('unsupported', 'This engine does not accept token IDs.')
  }
  if (wrapper === undefined) {
    throw new AgentRefused('unsupported', 'This model has no chat template.')
  }
  const chatHistory = historyOf(input.messages)
  const { contextText, stopGenerationTriggers } = wrapper.generateContextState({ chatHistory })
  const endTokens = new Set<Token>()
  const endTexts: string[] = []
  for (const trigger of stopGenerationTriggers) {
    const [first, ...others] = trigger.tokenize(model.tokenizer)
    if (first === undefined) continue
    // Templates break the line after the token that ends a turn; models do not.
    if (model.detokenize(others, true, []).trim() === '') endTokens.add(first)
    else endTexts.push(model.detokenize([first, ...others], true, []))
  }
  const tokens = contextText.tokenize(model.tokenizer)
  return { tokens, endTokens, endTexts, before: [], reasoning: reasoningAfter(tokens, model) }
}

/** More than the tokens of any opening tag with the white space behind it. */
const tagTokensMax = 16

function reasoningAfter(prompt: readonly Token[], model: Model): PromptReasoning {
  const end = model.detokenize(prompt.slice(-tagTokensMax), true, []).trimEnd()
  const within = thinkTags.find(({ open }) => end.endsWith(open))
  const tagTokens = new Map<Token, string>()
  for (const tag of thinkTags.flatMap(({ open, close }) => [open, close])) {
    const [token, ...others] = model.tokenize(tag, true)
    if (token !== undefined && others.length === 0) tagTokens.set(token, tag)
  }
  return { within, tagTokens }
}

function textPrompt(prompt: string, model: Model): Prompt {
  const { bos, shouldPrependBosToken } = model.tokens
  const begin = shouldPrependBosToken && bos !== null ? [bos] : []
  const tokens = [...begin, ...model.tokenize(prompt)]
  // Without any token the model has nothing to continue.
  if (tokens.length === 0) tokens.push(...(bos === null ? model.tokenize(' ') : [bos]))
  return {
    tokens,
    endTokens: new Set(),
    endTexts: [],
    before: tokens.slice(-tokensBefore),
    reasoning: undefined,
  }
}

/** Returns the messages with the model's turn last: empty, or begun if the last message is the assistant's. */
function historyOf(messages: readonly EngineMessage[]): HistoryItem[] {
  const history = messages.map(itemOf)
  if (history.at(-1)?.type !== 'model') history.push({ type: 'model', response: [] })
  return history
}

function itemOf({ role, content, parts }: EngineMessage): HistoryItem {
  if (parts !== undefined)
    throw new AgentRefused('unsupported', 'This engine does not support images.')
  if (role === 'system' || role === 'user') return { type: role, text: content }
  if (role === 'assistant') return { type: 'model', response: [content] }
  throw new AgentRefused('unsupported', 'This engine does not support tools.')
}
