import type { TokenLogprob } from '@gridloom/contract/agent/models'
import { z } from 'zod'

/** Engines write minus infinity as this number, or as `null`, which JSON has no other word for. */
const impossible = -9_999

const Logprob = z.number().catch(impossible)
const Bytes = z.array(z.int().min(0).max(255)).nullish().catch(undefined)
const EngineProbability = z.object({ token: z.string(), logprob: Logprob, bytes: Bytes })

/** Of chats, and of llama.cpp's completions. */
const OfChat = z.object({
  content: z.array(
    EngineProbability.extend({ top_logprobs: z.array(EngineProbability).nullish() }),
  ),
})

/** Of completions. Source: platform.openai.com/docs/api-reference/completions/object */
const OfText = z.object({
  tokens: z.array(z.string()),
  token_logprobs: z.array(Logprob),
  top_logprobs: z.array(z.record(z.string(), Logprob).nullable()).nullish(),
})

/** Returns the probabilities of a choice's tokens in one form; empty if it has none. */
export function logprobsOf(value: unknown): TokenLogprob[] {
  const chat = OfChat.safeParse(value)
  if (chat.success) {
    return chat.data.content.map(({ top_logprobs: top, ...token }) => ({
      ...probabilityOf(token),
      top_logprobs: (top ?? []).map(probabilityOf),
    }))
  }
  const text = OfText.safeParse(value)
  if (!text.success) return []
  const { tokens, token_logprobs: logprobs, top_logprobs: tops } = text.data
  return tokens.map((token, at) => ({
    ...probabilityOf({ token, logprob: logprobs[at] ?? impossible }),
    top_logprobs: Object.entries(tops?.[at] ?? {}).map(([name, logprob]) =>
      probabilityOf({ token: name, logprob }),
    ),
  }))
}

function probabilityOf({ token, logprob, bytes }: z.infer<typeof EngineProbability>) {
  return { token, logprob, bytes: bytes ?? [...new TextEncoder().encode(token)] }
}
