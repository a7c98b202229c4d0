import type { ClientHttp2Session } from 'node:http2'
import { Refused } from '@gridloom/contract/errors'

/** What a stream's breaking is for the one who reads it: the machine's going, or its failing. */
export function brokenBy({ closed, destroyed }: ClientHttp2Session, cause: Error): Refused {
  const code = closed || destroyed ? 'machine_offline' : 'upstream_failed'
  return new Refused(code, { cause, internal: cause.message })
}
