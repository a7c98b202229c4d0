import type { RefusedPart } from '@gridloom/contract/templates/template-source'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import styles from './refused-parts.module.css'

/** Parts of a text that a template cannot take over, each with its reason. */
export function RefusedParts({ refused }: { refused: readonly RefusedPart[] }) {
  if (refused.length === 0) return null
  const keyed = refused.map((one, at) => ({ ...one, key: `${at} ${one.part}` }))
  return (
    <ul className={styles.list} aria-label="Left out">
      {keyed.map(({ key, part, reason }) => (
        <li key={key}>
          <IconAlertTriangleFilled size={13} aria-hidden />
          <span>
            <code>{part}</code>: {reason}
          </span>
        </li>
      ))}
    </ul>
  )
}
