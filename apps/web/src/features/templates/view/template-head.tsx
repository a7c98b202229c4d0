import type { Template } from '@gridloom/contract/templates/template'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { TemplatePicture } from '../../../shared/templates/template-picture.tsx'
import { startsText, usesText } from '../../../shared/templates/template-words.ts'
import { Line } from '../../../ui/components/item-list.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { TemplateBadges } from '../actions/template-badges.tsx'
import styles from './view.module.css'

/** The picture, who made the template, how it fares, and its tags. */
export function TemplateHead({ template }: { template: Template }) {
  const { description, tags } = template
  return (
    <div className={styles.head}>
      <TemplatePicture template={template} size="large" />
      <div className={styles.words}>
        {description !== '' && <p className={styles.text}>{description}</p>}
        <div className={styles.line}>
          <Line facts={factsOf(template)} />
          <TemplateBadges template={template} />
        </div>
        {tags.length > 0 && (
          <ul className={styles.tags} aria-label="Tags">
            {tags.map((tag) => (
              <li key={tag}>
                <Link to="/template" search={{ list: 'public', tag }} className={styles.tag}>
                  {tag}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

function factsOf(template: Template): { key: string; fact: ReactNode }[] {
  const { version, author, updated_at: updatedAt } = template
  return [
    { key: 'version', fact: `Version ${version}` },
    { key: 'author', fact: author === null ? 'Predefined' : `by ${author}` },
    { key: 'uses', fact: usesText(template) },
    { key: 'starts', fact: startsText(template) ?? 'New' },
    {
      key: 'updated',
      fact:
        updatedAt === null ? null : (
          <>
            updated <TimeAgo at={updatedAt} />
          </>
        ),
    },
  ]
}
