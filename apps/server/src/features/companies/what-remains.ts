/** What of an account still runs, or could spend. */
export interface Remains {
  readonly instances: number
  readonly machines: number
  /** Render jobs under way. */
  readonly renders: number
  readonly keys: number
}

/** What must end before an account can be closed, in words; nothing when nothing remains. */
export function whatRemains({ instances, machines, renders, keys }: Remains): string | undefined {
  const parts = [
    counted(instances, 'instance'),
    counted(machines, 'machine'),
    counted(renders, 'render job'),
    counted(keys, 'API key'),
  ].filter((part) => part !== undefined)
  const last = parts.pop()
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`
}

function counted(count: number, what: string): string | undefined {
  if (count === 0) return undefined
  return count === 1 ? `1 ${what}` : `${count} ${what}s`
}
