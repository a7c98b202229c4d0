import type { ReactNode } from 'react'
import styles from './table.module.css'

export interface Column {
  /** The header's text; shown before the cell where the table is too narrow for columns. */
  text: string
  align?: 'number'
  /** `hidden`: for screen readers only, as above buttons. */
  head?: 'hidden'
}

interface TableProps {
  /** Name of the rows, for screen readers. */
  label: string
  columns: readonly Column[]
  /** On a narrow screen each row becomes a card; a few short columns may stay `columns`. */
  narrow?: 'cards' | 'columns'
  /** Rows of totals below the others: a name and a value each. */
  foot?: ReactNode
  /** Rows. */
  children: ReactNode
}

/** A table; on a narrow screen each row becomes a card with the same content. */
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
  /** The column's label; omitted if the cell is self-explanatory. */
  label?: string
  align?: Column['align']
  /** On a card, `buttons` are at its foot, a `corner` is next to its name, and `words` have a line of their own. */
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
