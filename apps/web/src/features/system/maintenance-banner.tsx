import { IconTool } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { healthQuery } from '../../api/queries.ts'
import { useAuth, useClient } from '../../api/runtime.tsx'
import styles from './system.module.css'

/** A banner at the bottom of every screen while the health check fails. It never disables anything. */
export function MaintenanceBanner() {
  useQuery(healthQuery(useClient()))
  const underMaintance = useAuth((state) => state.underMaintance)
  return (
    <div role="status" className={styles.place}>
      {underMaintance && (
        <p className={styles.maintenance}>
          <IconTool size={16} aria-hidden />
          The platform is under maintenance. Some features may not work.
        </p>
      )}
    </div>
  )
}
