import type { InstanceRow } from './schema.ts'

/**
 * Names a change of an instance's hold after its cause: the last report. The row's lock lets one transaction settle
 * each report, so the same report never moves money twice, and no two changes share a name.
 */
export function holdKey(why: string, row: InstanceRow): string {
  return `${why}:${row.generation}:${row.last_seen_at?.getTime() ?? 0}`
}
