import { AsCode } from '../../../ui/components/as-code.tsx'
import { Page } from '../../../ui/components/page.tsx'
import { maintenanceCode } from '../operator-code.ts'
import { AllAnnouncements } from './all-announcements.tsx'
import { MaintenanceSwitch } from './maintenance-switch.tsx'

/** `/operator/maintenance`: what everybody is told while they use the platform. */
export function MaintenancePage() {
  return (
    <Page
      title="Maintenance"
      lead="What everybody is told, on every open page, at once."
      actions={<AsCode actions={maintenanceCode} />}
    >
      <MaintenanceSwitch />
      <AllAnnouncements />
    </Page>
  )
}
