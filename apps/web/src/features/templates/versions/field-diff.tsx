import { ScrollRegion } from '../../../ui/components/scroll-region.tsx'
import type { FieldChange } from './content-diff.ts'
import type { DiffLine } from './line-diff.ts'
import styles from './versions.module.css'

/** Unchanged lines that are shown around each change. */
const contextLines = 3

/** The lines of a field that were removed and added. */
export function FieldDiff({ change }: { change: FieldChange }) {
  const { label, lines } = change
  return (
    <div className={styles.change}>
      <h3 className={styles.field}>{label}</h3>
      <ScrollRegion className={styles.lines} aria-label={`Changes of ${label}`}>
        <ul>
          {shownLines(lines).map(({ key, line }) =>
            line === 'gap' ? (
              <li key={key} className={styles.gap}>
                …
              </li>
            ) : (
              <Line key={key} line={line} />
            ),
          )}
        </ul>
      </ScrollRegion>
    </div>
  )
}

const signs = { same: ' ', removed: '−', added: '+' } as const
const words = { same: '', removed: 'Removed: ', added: 'Added: ' } as const

function Line({ line: { kind, text } }: { line: DiffLine }) {
  return (
    <li data-kind={kind}>
      <span className={styles.sign} aria-hidden>
        {signs[kind]}
      </span>
      <span className={styles.unseen}>{words[kind]}</span>
      {text === '' ? ' ' : text}
    </li>
  )
}

interface ShownLine {
  readonly key: string
  readonly line: DiffLine | 'gap'
}

/** Leaves out unchanged lines that are not near a change. */
export function shownLines(lines: readonly DiffLine[]): ShownLine[] {
  const isNear = (at: number) =>
    lines
      .slice(Math.max(0, at - contextLines), at + contextLines + 1)
      .some(({ kind }) => kind !== 'same')
  return lines.flatMap((line, at): ShownLine[] => {
    if (isNear(at)) return [{ key: `${at}`, line }]
    return at > 0 && !isNear(at - 1) ? [] : [{ key: `gap ${at}`, line: 'gap' }]
  })
}
