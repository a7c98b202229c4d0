import { z } from 'zod'
import { logprobsOf } from './logprobs.ts'

const ProbedChoice = z.object({
  text: z.string().nullish(),
  logprobs: z.unknown().optional(),
  message: z
    .object({
      content: z.string().nullish(),
      reasoning_content: z.string().nullish().catch(undefined),
      reasoning: z.string().nullish().catch(undefined),
      tool_calls: z.array(z.unknown()).nullish(),
    })
    .nullish(),
})
const Choices = z.object({ choices: z.array(ProbedChoice).min(1) })
const Vectors = z.object({ data: z.array(z.object({ embedding: z.array(z.number()).min(1) })) })
const Usage = z.object({ usage: z.object({ prompt_tokens: z.int() }) })

export function choicesIn(answer: unknown): readonly z.infer<typeof ProbedChoice>[] {
  const parsed = Choices.safeParse(answer)
  return parsed.success ? parsed.data.choices : []
}

/** Returns what an answer says; what a model thinks comes first. */
export function wordsIn(answer: unknown): string {
  const [first] = choicesIn(answer)
  const { message, text } = first ?? {}
  const thought = message?.reasoning_content ?? message?.reasoning ?? ''
  return thought + (message?.content ?? text ?? '')
}

export function logprobsIn(answer: unknown) {
  return logprobsOf(choicesIn(answer)[0]?.logprobs)
}

export function vectorsIn(answer: unknown): number {
  const parsed = Vectors.safeParse(answer)
  return parsed.success ? parsed.data.data.length : 0
}

/** Returns the tokens of the prompt as the engine counts them; `undefined`: it does not. */
export function promptTokensIn(answer: unknown): number | undefined {
  const parsed = Usage.safeParse(answer)
  return parsed.success ? parsed.data.usage.prompt_tokens : undefined
}
