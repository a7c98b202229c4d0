import { useMutation } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { saveFile } from '../../../browser/save-file.ts'
import { type OffersSearch, toOfferQuery } from '../offer-search.ts'

/** Saves the offers that match as CSV, with the columns that the table shows and in its order. */
export function useExportOffers() {
  const client = useClient()
  return useMutation({
    mutationFn: async (shown: { search: OffersSearch; columns: readonly string[] }) => {
      const { page: _, page_size: __, ...query } = toOfferQuery(shown.search)
      const columns = csvColumns(shown.columns)
      const response = await client.market.csv({ query: { ...query, columns } })
      return response.blob()
    },
    onSuccess: (file) => saveFile(file, 'gridloom-offers.csv'),
  })
}

/** Hardware, machine and price are in every row of the table. */
function csvColumns(columns: readonly string[]): string {
  return [...new Set(['id', 'gpu', 'cpu', 'machine', ...columns, 'price'])].join(',')
}
