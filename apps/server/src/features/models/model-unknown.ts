import { Refused } from '@gridloom/contract/errors'

/** Returns the refusal of a model that is not in the catalogue, or whose name is not a valid id. */
export function modelUnknown(model: string): Refused {
  return new Refused('model_unknown', { details: { model } })
}
