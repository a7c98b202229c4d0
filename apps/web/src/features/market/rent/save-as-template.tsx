import { Link } from '@tanstack/react-router'
import type {} from '../../../shared/templates/new-template-state.ts'
import styles from './rent-dialog.module.css'
import type { OwnImage } from './rent-draft.ts'
import { toFields } from './to-order.ts'

/** Opens the editor of a new template with the fields of an own image. */
export function SaveAsTemplate({ own }: { own: OwnImage }) {
  if (own.image.trim() === '') return null
  return (
    <p className={styles.hint}>
      <Link
        to="/template/new"
        state={(before) => ({ ...before, newTemplate: toFields(own) })}
        className={styles.link}
      >
        Save as template
      </Link>{' '}
      to rent it again with the same settings.
    </p>
  )
}
