import type { AnswerRequest, TokenCounts } from '@gridloom/contract/agent/models'
import type { AnswersCtx, BeginAnswerInput } from './pending-answer.ts'

/** Caps the token counts that a machine reports by the server's own. */
export interface CountCheck {
  /** Adds output of the answer. */
  add(text: string): void
  /** Returns the reported counts, capped; unchanged where nothing can be counted. Never rejects. */
  checked(reported: TokenCounts): Promise<TokenCounts>
}

/**
 * Generated tokens that are not in the text: the end token, those of a stop string, and letters in other tokens than a
 * tokenizer would choose.
 */
const unseenTokens = 16
const unseenShare = 0.1
/** The margin for tools, as each chat template writes them differently. */
const toolsShare = 0.5

/**
 * Counts prompt and answer with the tokenizer of the catalogue's model; returns `undefined` where there is none. The
 * prompt is counted while the answer is generated.
 */
export function checkCounts(
  tokens: AnswersCtx['tokens'],
  { modelId, request }: Pick<BeginAnswerInput, 'modelId' | 'request'>,
): CountCheck | undefined {
  if (!tokens.knows(modelId)) return undefined
  const reading = inputMaxOf(request, {
    prompt: () => tokens.count(modelId, { kind: 'prompt', input: request.input }),
    text: (text) => tokens.count(modelId, { kind: 'text', text }),
  })
  let come = ''
  return {
    add(text) {
      come += text
    },
    async checked(reported) {
      const writing = tokens.count(modelId, { kind: 'text', text: come })
      const [inputMax, written] = await Promise.all([reading, writing])
      const outputMax =
        written === undefined ? undefined : Math.ceil(written * (1 + unseenShare)) + unseenTokens
      const input = Math.min(reported.input_tokens, inputMax ?? reported.input_tokens)
      return {
        input_tokens: input,
        cached_tokens: Math.min(reported.cached_tokens, input),
        output_tokens: Math.min(reported.output_tokens, outputMax ?? reported.output_tokens),
      }
    },
  }
}

interface Counting {
  prompt(): Promise<number | undefined>
  text(text: string): Promise<number | undefined>
}

async function inputMaxOf(request: AnswerRequest, count: Counting): Promise<number | undefined> {
  const beside = besideOf(request)
  const [prompt, more] = await Promise.all([count.prompt(), beside === '' ? 0 : count.text(beside)])
  if (prompt === undefined || more === undefined) return undefined
  return prompt + Math.ceil(more * (1 + toolsShare))
}

/** Returns the text that engines add to a prompt beside its messages. */
function besideOf({ input, tools, json_schema }: AnswerRequest): string {
  const calls =
    input.kind === 'chat' ? input.messages.flatMap(({ tool_calls }) => tool_calls ?? []) : []
  const parts = [tools, calls].filter(({ length }) => length > 0)
  if (json_schema !== null) parts.push([json_schema])
  return parts.map((part) => JSON.stringify(part)).join('')
}
