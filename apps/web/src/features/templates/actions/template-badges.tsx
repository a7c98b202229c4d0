import type { Template } from '@gridloom/contract/templates/template'
import { IconStar, IconWorld } from '@tabler/icons-react'
import styles from './actions.module.css'

interface TemplateBadgesProps {
  template: Pick<Template, 'access' | 'public_template'>
  isDefault?: boolean
}

/** What is special about a template: it is the default, or everyone sees it. */
export function TemplateBadges({ template, isDefault = false }: TemplateBadgesProps) {
  return (
    <>
      {isDefault && (
        <span className={styles.badge}>
          <IconStar size={11} stroke={2} aria-hidden /> Default
        </span>
      )}
      {template.access === 'own' && template.public_template && (
        <span className={styles.badge}>
          <IconWorld size={11} stroke={2} aria-hidden /> Public
        </span>
      )}
    </>
  )
}
