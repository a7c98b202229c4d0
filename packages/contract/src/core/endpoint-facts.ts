import type { Endpoint } from './endpoint.ts'

/** An endpoint as a client calls it: plain values, without the schemas, so that a page need not load those. */
export interface EndpointFacts
  extends Pick<Endpoint, 'method' | 'path' | 'auth' | 'bearer' | 'transport'> {
  /** A property for each event of its stream. */
  readonly events: Readonly<Record<string, unknown>>
}

export function endpointFacts(endpoint: EndpointFacts): EndpointFacts {
  const { method, path, auth, bearer, transport } = endpoint
  const events = Object.fromEntries(Object.keys(endpoint.events).map((name) => [name, true]))
  return { method, path, auth, bearer, transport, events }
}

/** The path of a call with its parameters filled in and escaped. */
export function endpointPath(
  { path }: Pick<EndpointFacts, 'path'>,
  params: Readonly<Record<string, unknown>> = {},
): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  )
}
