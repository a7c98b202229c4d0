import type { EmbedInput } from '@gridloom/contract/agent/models'
import { EmbeddingsRequest } from '@gridloom/contract/models/openai'
import { embedTexts } from '../answers/index.ts'
import type { AnswersCtx } from '../answers/pending-answer.ts'
import { readModelName } from './model-name.ts'
import { payerFor } from './payer.ts'
import { refuseParameters } from './refuse-parameters.ts'
import { openAiUsageOf } from './usage.ts'

/** Embeds texts. Source: platform.openai.com/docs/api-reference/embeddings. @throws Refused as `embedTexts` */
export async function embed(ctx: AnswersCtx, body: EmbeddingsRequest) {
  const { modelId, provider } = readModelName(body.model, body.provider)
  const payer = payerFor(ctx, modelId)
  refuseParameters(body, EmbeddingsRequest.shape)
  const texts = textsOf(body.input)
  const { signal } = ctx
  const { vectors, cost } = await embedTexts(ctx, { payer, modelId, provider, texts, signal })
  const written = body.encoding_format === 'base64' ? base64Of : undefined
  const { completion_tokens: _, completion_tokens_details: __, ...usage } = openAiUsageOf(cost)
  return {
    object: 'list',
    data: vectors.map((vector, index) => ({
      object: 'embedding',
      index,
      embedding: written?.(vector) ?? vector,
    })),
    model: modelId,
    usage,
  }
}

/** One text or one list of token IDs is a list of one. */
function textsOf(input: EmbeddingsRequest['input']): readonly EmbedInput[] {
  if (typeof input === 'string') return [input]
  const tokens = input.filter((one) => typeof one === 'number')
  return tokens.length > 0 ? [tokens] : input.filter((one) => typeof one !== 'number')
}

/** Encodes a vector as little-endian 32-bit floats, as OpenAI's own client requests and decodes. */
function base64Of(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * Float32Array.BYTES_PER_ELEMENT)
  for (const [place, value] of vector.entries())
    bytes.writeFloatLE(value, place * Float32Array.BYTES_PER_ELEMENT)
  return bytes.toString('base64')
}
