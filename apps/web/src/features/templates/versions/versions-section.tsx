import type { Template, TemplateVersion } from '@gridloom/contract/templates/template'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { templateVersionsQuery } from '../api/template-lists.ts'
import { CompareDialog } from './compare-dialog.tsx'
import { RestoreVersion } from './restore-version.tsx'
import styles from './versions.module.css'

const shownAtFirst = 8

interface VersionsSectionProps {
  template: Template
  onRestored: (restored: Template) => void
}

/** The versions of a template, newest first: each can be compared with another one, and restored. */
export function VersionsSection({ template, onRestored }: VersionsSectionProps) {
  const versions = useQuery(templateVersionsQuery(useClient(), template.id))
  const [compared, compare] = useState<string>()
  const [shown, show] = useState<'some' | 'all'>('some')
  return (
    <Section title="Versions" note={versions.data?.length} inset="flush">
      <Loaded query={versions} what="the versions">
        {(list) => (
          <>
            <ol className={styles.list}>
              {list.slice(0, shown === 'all' ? list.length : shownAtFirst).map((version) => (
                <VersionItem
                  key={version.version}
                  version={version}
                  template={template}
                  onCompare={list.length > 1 ? () => compare(version.version) : undefined}
                  onRestored={onRestored}
                />
              ))}
            </ol>
            {shown === 'some' && list.length > shownAtFirst && (
              <div className={styles.more}>
                <Button size="xs" onClick={() => show('all')}>
                  Show all {list.length} versions
                </Button>
              </div>
            )}
            {compared !== undefined && (
              <CompareDialog versions={list} chosen={compared} close={() => compare(undefined)} />
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

interface VersionItemProps {
  version: TemplateVersion
  template: Template
  onCompare: (() => void) | undefined
  onRestored: (restored: Template) => void
}

function VersionItem({ version: one, template, onCompare, onRestored }: VersionItemProps) {
  const isNewest = one.version === template.version
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <span className={styles.number}>Version {one.version}</span>
        <span className={styles.sub}>
          <TimeAgo at={one.created_at} />
          {one.created_by !== null && ` by ${one.created_by}`}
        </span>
      </div>
      {onCompare && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={`Compare version ${one.version}`}
          onClick={onCompare}
        >
          Compare
        </Button>
      )}
      {isNewest ? (
        <span className={styles.sub}>Current</span>
      ) : (
        <RestoreVersion template={template} version={one.version} onRestored={onRestored} />
      )}
    </li>
  )
}
