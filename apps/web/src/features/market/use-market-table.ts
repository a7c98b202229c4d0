import { useState } from 'react'
import { useColumns } from './columns/use-columns.ts'
import { useCompare } from './compare/use-compare.ts'
import type { Market } from './use-market.ts'

/** How the result is shown: its columns, the offers that are marked, and the dialog that is open. */
export function useMarketTable({ search, changeSearch }: Market) {
  const [dialog, setDialog] = useState<'save' | 'columns' | 'auto-order' | null>(null)
  const { columns, setColumns } = useColumns()
  const compare = useCompare(search, changeSearch)
  return { dialog, setDialog, columns, setColumns, compare }
}
export type MarketTable = ReturnType<typeof useMarketTable>
