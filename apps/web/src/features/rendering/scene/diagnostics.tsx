import type { SceneDiagnostic } from '@gridloom/contract/rendering/blend-facts'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import styles from './scene.module.css'
import { diagnosticStatus } from './scene-words.ts'

const order = { error: 0, warning: 1, note: 2 } as const
const shown = 50

/** Diagnostics of a file before its upload, the worst first, each with its level as a word. */
export function Diagnostics({ diagnostics }: { diagnostics: readonly SceneDiagnostic[] }) {
  if (diagnostics.length === 0) return null
  const sorted = diagnostics.toSorted((a, b) => order[a.level] - order[b.level])
  return (
    <ul className={styles.diagnostics} aria-label="Diagnostics">
      {sorted.slice(0, shown).map(({ level, code, text }) => (
        <li key={`${code} ${text}`}>
          <StatusBadge {...diagnosticStatus(level)} look="plain" />
          <span>{text}</span>
        </li>
      ))}
      {sorted.length > shown && <li>and {sorted.length - shown} more</li>}
    </ul>
  )
}
