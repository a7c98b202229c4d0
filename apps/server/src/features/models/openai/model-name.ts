import { ModelId } from '@gridloom/contract/models/model-id'
import type { ProviderPreferences } from '@gridloom/contract/models/openai'
import { modelUnknown } from '../model-unknown.ts'

/** Suffixes of a model's ID that choose the cheapest or the fastest machine, as OpenRouter's clients write them. */
const sortOf = new Map<string, ProviderPreferences['sort']>([
  ['floor', 'price'],
  ['nitro', 'throughput'],
])

interface Named {
  modelId: ModelId
  provider: ProviderPreferences
}

/** Parses the model that a request names, with the preferences in the name's suffix. @throws Refused `model_unknown` */
export function readModelName(model: string, provider: ProviderPreferences = {}): Named {
  const [, name = model, suffix = ''] = /^(.*):(\w+)$/.exec(model) ?? []
  const sort = sortOf.get(suffix)
  const parsed = ModelId.safeParse(sort === undefined ? model : name)
  if (!parsed.success) throw modelUnknown(model)
  return { modelId: parsed.data, provider: sort === undefined ? provider : { ...provider, sort } }
}
