import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { saveFile } from '../../browser/save-file.ts'

interface SaveCsvProps {
  /** The name of the file, such as `gridloom-earnings.csv`. */
  name: string
  /** What the rows are, for screen readers. */
  of: string
  write: () => string
}

/** Saves what a section shows as a CSV file. */
export function SaveCsv({ name, of, write }: SaveCsvProps) {
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      leftSection={<IconDownload size={15} />}
      aria-label={`Save ${of} as CSV`}
      onClick={() => saveFile(new Blob([write()], { type: 'text/csv' }), name)}
    >
      CSV
    </Button>
  )
}
