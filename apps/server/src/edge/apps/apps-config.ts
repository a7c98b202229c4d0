import type { Duplex } from 'node:stream'
import type { Clock } from '@gridloom/async/clock'
import type { Log } from '../../platform/log.ts'
import type { AccessControl, Admitted } from './admission.ts'

/** How addresses look from outside, and whom to trust about a visitor's address. */
export interface AppsConfig {
  /** The domain that labels stand before: `apps.example.net`. */
  readonly domain: string
  /** The scheme that visitors use, whatever this server speaks behind a proxy. */
  readonly scheme: 'http' | 'https'
  /** The console, without a trailing slash, where visitors sign in. */
  readonly consoleUrl: string
  /** The number of proxies in front whose `X-Forwarded-For` is believed. */
  readonly trustProxy: number
  readonly limits?: Partial<AppsLimits>
}

/** Limits of connections. */
export interface AppsLimits {
  /** Streams of ordinary requests to one port for one visitor's admission; more wait. */
  readonly streamsPerPort: number
  /** Requests and sockets of one account that are open at once. */
  readonly openPerAccount: number
  /** Until the machine has accepted a stream, the wait for a free one included. */
  readonly connectMs: number
  /** Until the headers of a request are complete. */
  readonly headersMs: number
}

export const usualLimits: AppsLimits = {
  streamsPerPort: 64,
  openPerAccount: 1_000,
  connectMs: 10_000,
  headersMs: 20_000,
}

/** The destination of a stream. It is made of an admission alone: a request cannot name another. */
export type DialTarget = Pick<Admitted, 'instanceId' | 'machineId' | 'port'>

/**
 * Opens raw bytes both ways to a port of an instance; the caller owns the stream.
 * @throws Refused `machine_offline`, `upstream_failed` when nothing listens there, `too_many_requests`
 */
export type Dial = (target: DialTarget, signal: AbortSignal) => Promise<Duplex>

/** What the apps server is made of. */
export interface AppsServerOptions {
  readonly access: AccessControl
  readonly dial: Dial
  readonly clock: Clock
  readonly log: Log
  /** An opaque secret of 256 bits in base64url. */
  readonly newSecret: () => string
  readonly config: AppsConfig
}
