import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type ReceiptOf, receiptFormats, useDownloadReceiptFile } from './download-receipt-file.ts'

/** A button for each file of a receipt. */
export function ReceiptFiles({ of }: { of: ReceiptOf }) {
  const download = useDownloadReceiptFile(of)
  return receiptFormats.map((format) => (
    <Button
      key={format}
      size="compact-sm"
      leftSection={<IconDownload size={15} />}
      aria-label={`Download receipt as ${format.toUpperCase()}`}
      loading={download.isPending && download.variables === format}
      onClick={() => download.mutate(format)}
    >
      {format.toUpperCase()}
    </Button>
  ))
}
