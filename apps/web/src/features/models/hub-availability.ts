import type { Model } from '@gridloom/contract/models/model'
import type { ModelEndpoint } from '@gridloom/contract/models/model-endpoint'

/** Whether any model is available, and if not, why. */
export type HubAvailability =
  | { kind: 'serving' }
  /** A machine downloads or loads a model. */
  | { kind: 'coming'; endpoints: readonly ModelEndpoint[] }
  | { kind: 'failed'; endpoints: readonly ModelEndpoint[] }
  /** Machines have been assigned a model but have not reported yet. */
  | { kind: 'waiting'; endpoints: readonly ModelEndpoint[] }
  | { kind: 'nobody' }

/** Returns the best state of any machine. */
export function hubAvailability(models: readonly Model[]): HubAvailability {
  const all = models.flatMap(({ endpoints }) => endpoints)
  const having = (...states: ModelEndpoint['state'][]) =>
    all.filter(({ state }) => states.includes(state))
  if (having('serving').length > 0) return { kind: 'serving' }
  for (const [kind, endpoints] of [
    ['coming', having('fetching', 'loading')],
    ['failed', having('failed')],
    ['waiting', having('waiting')],
  ] as const) {
    if (endpoints.length > 0) return { kind, endpoints }
  }
  return { kind: 'nobody' }
}
