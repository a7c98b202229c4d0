import type { ClientHttp2Session } from 'node:http2'
import { Refused } from '@gridloom/contract/errors'

/** The error for the caller when a connection breaks: the machine went away, or it failed. */
export function brokenBy({ closed, destroyed }: ClientHttp2Session, cause: unknown): Refused {
  return new Refused(closed || destroyed ? 'machine_offline' : 'upstream_failed', {
    cause,
    internal: cause instanceof Error ? cause.message : String(cause),
  })
}
