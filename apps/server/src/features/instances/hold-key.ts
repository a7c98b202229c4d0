import type { InstanceRow } from './schema.ts'

/**
 * Names a movement of an instance's hold after what caused it: the report that was heard last. The row's lock lets one
 * settle each report, so the same report never moves money twice, and no two movements share a name.
 */
export function holdKey(why: string, row: InstanceRow): string {
  return `${why}:${row.generation}:${row.last_seen_at?.getTime() ?? 0}`
}
