import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { saveFile } from '../../../browser/save-file.ts'
import { csvOf, readAllLines } from './csv.ts'

/** Saves every transaction, holds included, one a row, as a CSV file. */
export function ExportCsv() {
  const client = useClient()
  const save = useMutation({
    mutationFn: () => readAllLines(client),
    onSuccess: (lines) =>
      saveFile(new Blob([csvOf(lines)], { type: 'text/csv' }), 'gridloom-transactions.csv'),
  })
  return (
    <Button
      size="compact-sm"
      leftSection={<IconDownload size={15} />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      Export CSV
    </Button>
  )
}
