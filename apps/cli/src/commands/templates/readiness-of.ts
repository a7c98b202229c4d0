import { type Readiness, Readiness as Schema } from '@gridloom/contract/templates/container-fields'
import { UsageError } from '../../errors.ts'

const timeoutDefaultS = 600

/** Parses `started`, `tcp:PORT`, `http:PORT/PATH` or `exec:COMMAND`. @throws UsageError */
export function readinessOf(text: string, timeout_s: number = timeoutDefaultS): Readiness {
  const parsed = Schema.safeParse(checkOf(text, timeout_s))
  if (parsed.success) return parsed.data
  throw new UsageError(
    `--ready must be started, tcp:PORT, http:PORT/PATH or exec:COMMAND, not "${text}".`,
  )
}

function checkOf(text: string, timeout_s: number): unknown {
  const [kind = '', ...rest] = text.split(':')
  const value = rest.join(':')
  if (kind === 'exec') return { kind, command: ['sh', '-c', value], timeout_s }
  const [port = '', ...path] = value.split('/')
  if (kind === 'http') return { kind, port: Number(port), path: `/${path.join('/')}`, timeout_s }
  return kind === 'tcp' ? { kind, port: Number(value), timeout_s } : { kind: text }
}
