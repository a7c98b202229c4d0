import type { Ctx } from '../ctx.ts'
import type { Cell, Column } from './table.ts'

/** A column of a list, with what it shows of each row. */
export interface ListColumn<Row> extends Column {
  cell(row: Row): Cell | string
}

interface ListText<Row> {
  /** The first step to take, for a list without rows. */
  empty: string
  columns: readonly ListColumn<Row>[]
}

/** Prints a list: as a table, as a sentence where it is empty, or as JSON. */
export function printList<Row>(
  { output }: Pick<Ctx, 'output'>,
  rows: readonly Row[],
  { empty, columns }: ListText<Row>,
): Promise<void> {
  return output.result(rows, (draw) =>
    rows.length === 0
      ? empty
      : draw.table(
          columns,
          rows.map((row) => columns.map((column) => column.cell(row))),
        ),
  )
}
