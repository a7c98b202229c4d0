import type { ClientHttp2Session } from 'node:http2'
import { Refused } from '@gridloom/contract/errors'

/** What it is for the caller that something broke on the way: the machine's going, or its failing. */
export function brokenBy({ closed, destroyed }: ClientHttp2Session, cause: unknown): Refused {
  return new Refused(closed || destroyed ? 'machine_offline' : 'upstream_failed', {
    cause,
    internal: cause instanceof Error ? cause.message : String(cause),
  })
}
