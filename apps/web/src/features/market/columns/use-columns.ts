import { useState } from 'react'
import { useRuntime } from '../../../api/runtime.tsx'
import { areUsual, type ColumnName, readColumns, usualColumns } from './column-list.ts'

/** The columns of the table, kept in this browser, and a setter. */
export function useColumns() {
  const { kept } = useRuntime()
  const [columns, setColumns] = useState(() => readColumns(kept.read('marketColumns')))
  return {
    columns: columns ?? usualColumns,
    setColumns(next: readonly ColumnName[]) {
      setColumns(next)
      kept.write('marketColumns', areUsual(next) ? undefined : next.join(','))
    },
  }
}
