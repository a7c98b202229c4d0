import type { Model } from '@gridloom/contract/models/model'
import type { ModelEndpoint } from '@gridloom/contract/models/model-endpoint'

/** Whether the hub can answer, and what is the matter where it cannot. */
export type HubStanding =
  | { kind: 'serving' }
  /** Somebody is getting a model ready. */
  | { kind: 'coming'; endpoints: readonly ModelEndpoint[] }
  | { kind: 'failed'; endpoints: readonly ModelEndpoint[] }
  /** Machines were told to serve, and say nothing. */
  | { kind: 'waiting'; endpoints: readonly ModelEndpoint[] }
  | { kind: 'nobody' }

/** How the hub stands: by the best of what any machine does. */
export function hubStanding(models: readonly Model[]): HubStanding {
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
