import type { ReactNode } from 'react'
import styles from './table.module.css'

export interface Column {
  /** The head's words; they stand before the cell where the table is too narrow for columns. */
  text: string
  align?: 'number'
  /** `hidden`: the words are for screen readers alone, as over buttons. */
  head?: 'hidden'
}

interface TableProps {
  /** What the rows are, for people who cannot see where the table stands. */
  label: string
  columns: readonly Column[]
  /** On a narrow screen each row becomes a card; few and short columns may stay `columns`. */
  narrow?: 'cards' | 'columns'
  /** Rows of sums under the others; only where columns stay. */
  foot?: ReactNode
  /** Rows. */
  children: ReactNode
}

/** Rows under heads; on a narrow screen each row becomes a card with the same words. */
export function Table({ label, columns, narrow = 'cards', foot, children }: TableProps) {
  return (
    <table
      className={narrow === 'cards' ? `${styles.table} ${styles.cards}` : styles.table}
      aria-label={label}
    >
      <thead>
        <tr>
          {columns.map(({ text, align, head }) => (
            <th key={text} scope="col" data-align={align}>
              {head === 'hidden' ? <span className={styles.unseen}>{text}</span> : text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
      {foot && <tfoot>{foot}</tfoot>}
    </table>
  )
}

interface CellProps {
  /** The column's words; left out where the cell speaks for itself. */
  label?: string
  align?: Column['align']
  /** On a card, `buttons` stand at its foot, a `corner` beside its name, `words` on a line of theirs. */
  holds?: 'buttons' | 'corner' | 'words'
  children: ReactNode
}

/** One cell of a row. */
export function Cell({ label, align, holds, children }: CellProps) {
  return (
    <td data-label={label} data-align={align} data-holds={holds}>
      {children}
    </td>
  )
}

/** The cell that names its row. */
export function RowHead({ children }: { children: ReactNode }) {
  return <th scope="row">{children}</th>
}
