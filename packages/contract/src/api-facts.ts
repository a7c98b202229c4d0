import type { Api } from './api.ts'
import { type EndpointFacts, endpointFacts } from './core/endpoint-facts.ts'

/** The facts of every endpoint, area by area. The whole API has this type too. */
export type ApiFacts = {
  readonly [A in keyof Api]: { readonly [Name in keyof Api[A]]: EndpointFacts }
}

/** Returns the facts alone, as JSON can store them. */
export function apiFacts(api: ApiFacts): ApiFacts {
  const areas = Object.entries(api).map(([area, endpoints]) => [area, factsOfArea(endpoints)])
  return asApiFacts(Object.fromEntries(areas))
}

function factsOfArea(area: Readonly<Record<string, EndpointFacts>>) {
  return Object.fromEntries(Object.entries(area).map(([name, one]) => [name, endpointFacts(one)]))
}

/** Named cast: the names are those of the API. */
function asApiFacts(facts: Record<string, unknown>): ApiFacts {
  return facts as unknown as ApiFacts
}
