import type { PreparedSite } from './prepared-site.ts'

/** A request that succeeds, and whoever may make it. */
export interface PreparedCall {
  /** Nobody is signed in without it. */
  token?: string
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  body?: unknown
}

/** Makes what a call takes, for one call each: its operation id, and the request that succeeds. */
export type PreparedCalls = Readonly<Record<string, (site: PreparedSite) => Promise<PreparedCall>>>
