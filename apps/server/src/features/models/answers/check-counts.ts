import type { AnswerRequest, TokenCounts } from '@gridloom/contract/agent/models'
import type { AnswersCtx, BeginAnswerInput } from './pending-answer.ts'

/** Caps the token counts that a machine reports by our own. */
export interface CountCheck {
  /** Takes in what came. */
  add(text: string): void
  /** The counts as far as they hold; as they are where nothing can be counted. Never rejects. */
  checked(reported: TokenCounts): Promise<TokenCounts>
}

/**
 * Tokens that were made and are not in the text: one that ended it, those of a stop string, and emails that came in other parts
 * than a tokenizer would choose.
 */
const unseenTokens = 16
const unseenShare = 0.1
/** Tools stand in a prompt as each template writes them. */
const toolsShare = 0.5

/**
 * Counts prompt and answer with the tokenizer of the catalogue's model; `undefined` where there is none. The prompt is counted
 * while the answer is made.
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

/** The text that engines add to a prompt beside its messages. */
function besideOf({ input, tools, json_schema }: AnswerRequest): string {
  const calls =
    input.kind === 'chat' ? input.messages.flatMap(({ tool_calls }) => tool_calls ?? []) : []
  const parts = [tools, calls].filter(({ length }) => length > 0)
  if (json_schema !== null) parts.push([json_schema])
  return parts.map((part) => JSON.stringify(part)).join('')
}
