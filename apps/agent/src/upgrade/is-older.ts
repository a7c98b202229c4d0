import { CommandRefused } from '../command-refused.ts'
/** Returns whether a version precedes another, both as `1.2.3`: an old one may have known faults. */
export function isOlder(version: string, than: string): boolean {
  const [parts, others] = [partsOf(version), partsOf(than)]
  const at = parts.findIndex((part, index) => part !== others[index])
  return at >= 0 && (parts[at] ?? 0) < (others[at] ?? 0)
}

function partsOf(version: string): number[] {
  const parts = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)
  if (parts === null)
    throw new CommandRefused(`${JSON.stringify(version)} is not a valid agent version.`)
  return parts.slice(1).map(Number)
}
