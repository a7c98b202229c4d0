import type { AnswerRequest, EngineMessage } from '@gridloom/contract/agent/models'
import type { ChatParameters } from '@gridloom/contract/chat/chat'
import type { MessageRow } from './messages-store.ts'

/**
 * Returns the engine's input for a branch: the system text, then the messages with the text they have. Empty answers
 * are left out, because chat templates reject empty turns.
 */
export function answerInputOf(
  parameters: ChatParameters,
  branch: readonly Pick<MessageRow, 'role' | 'text'>[],
): AnswerRequest {
  const said = branch.flatMap(({ role, text }): EngineMessage[] =>
    role === 'assistant' && text.trim() === '' ? [] : [{ role, content: text }],
  )
  const { system, max_tokens, temperature, top_p, seed } = parameters
  const instructions: EngineMessage[] =
    system.trim() === '' ? [] : [{ role: 'system', content: system }]
  return {
    input: { kind: 'chat', messages: [...instructions, ...said] },
    max_tokens,
    temperature,
    top_p,
    seed,
    stop: [],
    json_schema: null,
    tools: [],
    tool_choice: null,
    stream: true,
  }
}
