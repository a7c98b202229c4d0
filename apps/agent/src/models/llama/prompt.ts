import type { AnswerRequest, EngineMessage } from '@gridloom/contract/agent/models'
import { AgentRefused } from '../../refused.ts'
import type { ChatWrapper, HistoryItem, Model, Token } from './binding.ts'

export interface Prompt {
  tokens: Token[]
  /** The model's turn ends at any of these tokens. */
  endTokens: ReadonlySet<Token>
  /** The model's turn ends at any of these texts. */
  endTexts: readonly string[]
  /** The tokens before the answer's first one, for its spacing. */
  before: readonly Token[]
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
  if (wrapper === undefined) {
    throw new AgentRefused('unsupported', 'This model has no chat template.')
  }
  const chatHistory = historyOf(input.messages)
  const { contextText, stopGenerationTriggers } = wrapper.generateContextState({ chatHistory })
  const endTokens = new Set<Token>()
  const endTexts: string[] = []
  for (const trigger of stopGenerationTriggers) {
    const tokens = trigger.tokenize(model.tokenizer)
    const [only] = tokens
    if (tokens.length === 1 && only !== undefined) endTokens.add(only)
    else if (tokens.length > 0) endTexts.push(model.detokenize(tokens, true, []))
  }
  return { tokens: contextText.tokenize(model.tokenizer), endTokens, endTexts, before: [] }
}

function textPrompt(prompt: string, model: Model): Prompt {
  const { bos, shouldPrependBosToken } = model.tokens
  const begin = shouldPrependBosToken && bos !== null ? [bos] : []
  const tokens = [...begin, ...model.tokenize(prompt)]
  // Without any token the model has nothing to continue.
  if (tokens.length === 0) tokens.push(...(bos === null ? model.tokenize(' ') : [bos]))
  return { tokens, endTokens: new Set(), endTexts: [], before: tokens.slice(-tokensBefore) }
}

/** Returns the messages with the model's turn last: empty, or begun if the last message is the assistant's. */
function historyOf(messages: readonly EngineMessage[]): HistoryItem[] {
  const history = messages.map(itemOf)
  if (history.at(-1)?.type !== 'model') history.push({ type: 'model', response: [] })
  return history
}

function itemOf({ role, content }: EngineMessage): HistoryItem {
  if (role === 'system' || role === 'user') return { type: role, text: content }
  if (role === 'assistant') return { type: 'model', response: [content] }
  throw new AgentRefused('unsupported', 'This engine knows no tools.')
}
