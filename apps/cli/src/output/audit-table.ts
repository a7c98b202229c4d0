import type { AuditEntry } from '@gridloom/contract/audit/audit-entry'
import { formatTime, shortId } from './format.ts'
import type { Draw } from './output.ts'

/** Events of the audit log, one per line. Times are UTC. */
export function auditTable(draw: Draw, entries: readonly AuditEntry[]): string {
  return draw.table(
    [
      { title: 'TIME' },
      { title: 'TYPE' },
      { title: 'USER', cutTo: 12 },
      { title: 'CREDENTIAL', cutTo: 12, dropRank: 2 },
      { title: 'KEY', dropRank: 3 },
      { title: 'FROM', dropRank: 1 },
    ],
    entries.map((entry) => [
      formatTime(entry.at),
      entry.action,
      entry.user ?? '—',
      entry.subject === '' ? '—' : entry.subject,
      entry.api_key_id === null ? '—' : shortId(entry.api_key_id),
      entry.address ?? '—',
    ]),
  )
}
