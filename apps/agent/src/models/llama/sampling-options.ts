import type { EngineParameters } from '@gridloom/contract/models/engine-parameters'
import type { LlamaLibrary, Model, Token } from './binding.ts'

/** The parameters that this engine takes beside those that every engine takes. */
export const samplingParameters = [
  'top_k',
  'min_p',
  'repetition_penalty',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
] as const satisfies readonly (keyof EngineParameters)[]

interface Sampling {
  library: Pick<LlamaLibrary, 'TokenBias'>
  model: Pick<Model, 'tokenizer'>
  parameters: EngineParameters
  /** The tokens of the answer so far. */
  written(): Token[]
}

/** As many of the last tokens are penalised, which bounds the cost of each new one. */
const penalisedTokensMax = 1_024

/** Returns the options of the library for the parameters of a request. */
export function samplingOptions({ library, model, parameters, written }: Sampling): object {
  const { top_k: topK, min_p: minP, logit_bias: biases } = parameters
  return {
    ...(topK === undefined ? {} : { topK: Math.max(0, topK) }),
    ...(minP === undefined ? {} : { minP }),
    ...penaltiesOf(parameters, written),
    ...(biases === undefined ? {} : { tokenBias: biasOf({ library, model }, biases) }),
  }
}

function penaltiesOf(parameters: EngineParameters, written: () => Token[]) {
  const { repetition_penalty, presence_penalty, frequency_penalty } = parameters
  const all = [repetition_penalty, presence_penalty, frequency_penalty]
  if (all.every((penalty) => penalty === undefined)) return {}
  return {
    repeatPenalty: {
      punishTokens: () => written().slice(-penalisedTokensMax),
      maxPunishTokens: penalisedTokensMax,
      penalty: repetition_penalty ?? 1,
      frequencyPenalty: frequency_penalty ?? 0,
      presencePenalty: presence_penalty ?? 0,
    },
  }
}

function biasOf(
  { library, model }: Pick<Sampling, 'library' | 'model'>,
  biases: NonNullable<EngineParameters['logit_bias']>,
) {
  const bias = new library.TokenBias(model.tokenizer)
  for (const [token, logit] of Object.entries(biases)) bias.set(Number(token), { logit })
  return bias
}
