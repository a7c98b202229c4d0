import { AsCode } from '../../../ui/components/as-code.tsx'
import { Page } from '../../../ui/components/page.tsx'
import { maintenanceCode } from '../operator-code.ts'
import { AllAnnouncements } from './all-announcements.tsx'
import { MaintenanceSwitch } from './maintenance-switch.tsx'

/** `/operator/maintenance`: maintenance mode and announcements. */
export function MaintenancePage() {
  return (
    <Page
      title="Maintenance"
      lead="Maintenance mode and announcements for every user."
      actions={<AsCode actions={maintenanceCode} />}
    >
      <MaintenanceSwitch />
      <AllAnnouncements />
    </Page>
  )
}
