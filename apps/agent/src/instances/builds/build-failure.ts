import { RuntimeFailure } from '../../runtime/failure.ts'
import type { BuildPart } from './build-steps.ts'

/** A step that ended with another exit code than 0, and the last lines of its output. */
export interface FailedStep {
  image: string
  part: BuildPart
  exitCode: number | null
  lines: readonly string[]
  memoryMib: number
  diskGb: number
}

const unreachable =
  /Temporary failure resolving|Could not resolve|Could not connect|Connection (?:timed out|refused|failed|reset)|Network is unreachable|Failed to establish a new connection|ReadTimeout|Read timed out|ConnectTimeout|\b(?:ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH)\b/
const untrusted =
  /CERTIFICATE_VERIFY_FAILED|certificate verif\w+ failed|SELF_SIGNED_CERT|UNABLE_TO_(?:GET_ISSUER|VERIFY)|self[- ]signed certificate/i

const sources: Readonly<Record<BuildPart, string>> = {
  apt: 'the mirror of Debian’s packages',
  pip: 'the index of PyPI’s packages',
  npm: 'the registry of npm’s packages',
  files: 'the machine',
  cleaning: 'the machine',
}

/** Returns why a step failed, in the words of its tool. */
export function stepFailure(failed: FailedStep): RuntimeFailure {
  const { image, part, exitCode, lines, memoryMib, diskGb } = failed
  const has = (shape: RegExp) => lines.some((line) => shape.test(line))
  const words = tellingLine(lines)
  if (has(/No space left on device|ENOSPC/)) {
    const text = `${image} does not fit on a disk of ${diskGb} GB. Rent it with a larger disk.`
    return new RuntimeFailure('disk_full', text)
  }
  if (has(untrusted)) {
    const text = `The machine does not trust the certificate of ${sources[part]}. Its provider can name the authority with --build-ca. ${words}`
    return new RuntimeFailure('build_failed', text)
  }
  if (has(unreachable)) {
    const text = `The machine could not reach ${sources[part]}: ${words}`
    return new RuntimeFailure('registry_unreachable', text, { retry: 'later' })
  }
  if (exitCode === 137) {
    const text = `Building ${image} ran out of its ${memoryMib} MiB of memory, or was killed.`
    return new RuntimeFailure('build_failed', text, { exitCode })
  }
  const text = `${image} could not be built: ${words}`
  return new RuntimeFailure('build_failed', text, exitCode === null ? {} : { exitCode })
}

/** Returns why a build that took too long was ended. */
export function buildTimeout(
  image: string,
  { minutes, doing }: { minutes: number; doing: string },
): RuntimeFailure {
  const text = `Building ${image} took longer than ${minutes} minutes. It was ended at: ${doing}`
  return new RuntimeFailure('build_timeout', text)
}

/** `pmerror:PACKAGE:PERCENT:`. Source: apt, README.progress-reporting. */
const statusPrefix = /^pmerror:[^:]*(?::[a-z0-9]+)?:[\d.]+:/

/** Returns the line that says most: the first error of a tool, otherwise the last line. */
function tellingLine(lines: readonly string[]): string {
  const errors = [
    /^E: (?!Sub-process|Some index files)/,
    // What apt says of a package whose installation failed.
    /^pmerror:/,
    /^dpkg: error /,
    /^ERROR: /,
    /^npm (?:error|ERR!) (?!code|errno|syscall|A complete log|path|command|Log files)/,
    /^[EW]: /,
    /error|cannot|not found/i,
  ]
  for (const shape of errors) {
    const found = lines.find((line) => shape.test(line))
    if (found !== undefined) return found.replace(statusPrefix, '').trim().slice(0, 300)
  }
  return (lines.findLast((line) => line.trim() !== '') ?? 'no output').trim().slice(0, 300)
}
