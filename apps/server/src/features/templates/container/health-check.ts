import { Readiness } from '@gridloom/contract/templates/container-fields'
import { problemOf, type ReadResult } from '@gridloom/domain/templates/read-result'

/** A health check of Docker; durations as Docker writes them, such as `1m30s`. */
export interface HealthCheck {
  readonly command: readonly string[]
  readonly interval?: string | undefined
  readonly retries?: string | undefined
  readonly startPeriod?: string | undefined
}

const timeoutSMax = 3_600
/** Docker's defaults. Source: Dockerfile reference, HEALTHCHECK. */
const usual = { intervalS: 30, retries: 3, startPeriodS: 0 }
const checkEveryS = 5
const checks = 3
const secondsOf: Readonly<Record<string, number>> = {
  h: 3_600,
  m: 60,
  s: 1,
  ms: 1e-3,
  us: 1e-6,
  µs: 1e-6,
  ns: 1e-9,
}

/** Reads a health check as the readiness check, with the time after which Docker calls the container unhealthy. */
export function readinessOf(check: HealthCheck): ReadResult<Readiness> {
  const intervalS = readSeconds(check.interval, usual.intervalS)
  const startPeriodS = readSeconds(check.startPeriod, usual.startPeriodS)
  const retries = /^\d{1,6}$/.test(check.retries ?? '') ? Number(check.retries) : usual.retries
  if (intervalS === null || startPeriodS === null)
    return { reason: 'has a duration that is not one, such as 1m30s' }
  const wanted = Math.ceil(startPeriodS + Math.max(1, retries) * intervalS)
  const timeout_s = Math.min(timeoutSMax, Math.max(1, wanted))
  const readiness = { kind: 'exec' as const, command: [...check.command], timeout_s }
  const reason = problemOf(Readiness, readiness)
  return reason === null ? { value: readiness } : { reason }
}

/** Writes a readiness check as a health check of Docker, which runs commands only; `null` for the others. */
export function healthCheckOf(readiness: Readiness): HealthCheck | null {
  if (readiness.kind !== 'exec') return null
  const { command, timeout_s } = readiness
  const startPeriodS = timeout_s - checks * checkEveryS
  if (startPeriodS < 0) return { command, interval: `${timeout_s}s`, retries: '1' }
  return {
    command,
    interval: `${checkEveryS}s`,
    retries: `${checks}`,
    startPeriod: `${startPeriodS}s`,
  }
}

/** The command of a check that a shell runs. */
export function shellCheck(text: string): string[] {
  return ['/bin/sh', '-c', text]
}

/** Source: Go, `time.ParseDuration`. */
function readSeconds(text: string | undefined, usually: number): number | null {
  if (text === undefined) return usually
  if (text === '0') return 0
  if (text.length > 40 || !/^(?:\d+(?:\.\d+)?(?:h|ms|m|s|us|µs|ns))+$/.test(text)) return null
  return [...text.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s|us|µs|ns)/g)].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (secondsOf[unit] ?? 0),
    0,
  )
}
