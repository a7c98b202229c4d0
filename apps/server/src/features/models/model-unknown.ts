import { Refused } from '@gridloom/contract/errors'

/** The refusal of a model that is not in the catalogue, or whose name is no id at all. */
export function modelUnknown(model: string): Refused {
  return new Refused('model_unknown', { details: { model } })
}
