import type { Offer } from '@gridloom/contract/market/offer'
import { IconShieldOff } from '@tabler/icons-react'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import styles from './not-isolated.module.css'

const meaning =
  'Containers on this machine are not fully isolated. Others on the machine may be able to reach your instance, and your instance may reach the owner’s network. Don’t use it for sensitive data.'

/** Badge of an offer whose machine is not isolated; nothing for one that is. */
export function NotIsolatedBadge({ offer }: { offer: Offer }) {
  if (offer.isolated) return null
  return <StatusBadge tone="warn" word="Not isolated" look="plain" title={meaning} />
}

/** The same with an explanation, shown before renting. */
export function NotIsolatedNote({ offer }: { offer: Offer }) {
  if (offer.isolated) return null
  return (
    <p className={styles.note} role="note">
      <IconShieldOff size={16} aria-hidden />
      <span>
        <strong>Not isolated.</strong> {meaning}
      </span>
    </p>
  )
}
