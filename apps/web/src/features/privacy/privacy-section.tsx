import { WithSide } from '../../ui/components/side-panel.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { ExportData } from './export-data.tsx'

/** Export of the user's data and deletion of the account. */
export function YourDataSection() {
  return (
    <WithSide side={<ExportData />}>
      <DeleteAccount />
    </WithSide>
  )
}
