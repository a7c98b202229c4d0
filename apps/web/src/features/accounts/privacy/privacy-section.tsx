import { DeleteAccount } from './delete-account.tsx'
import { ExportData } from './export-data.tsx'

/** Taking everything along, and leaving for good. */
export function YourDataSection() {
  return (
    <>
      <ExportData />
      <DeleteAccount />
    </>
  )
}
