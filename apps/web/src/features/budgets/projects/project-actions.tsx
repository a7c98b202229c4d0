import type { Project } from '@gridloom/contract/budgets/project'
import { Button } from '@mantine/core'
import styles from '../budgets.module.css'
import { useSaveProject } from './project-queries.ts'

/** What opens a dialog. */
export type ProjectAction = 'budget' | 'remove-budget' | 'archive'

interface ProjectActionsProps {
  project: Project
  onOpen: (action: ProjectAction) => void
}

/** The buttons of a project for those who may change it. */
export function ProjectActions({ project, onOpen }: ProjectActionsProps) {
  const restore = useSaveProject(() => undefined)
  const { name, description, budget, archived_at: archivedAt } = project
  return (
    <span className={styles.actions}>
      <Button
        size="xs"
        aria-label={`${budget === null ? 'Set' : 'Edit'} budget of ${name}`}
        onClick={() => onOpen('budget')}
      >
        {budget === null ? 'Set budget' : 'Edit budget'}
      </Button>
      {budget !== null && (
        <Button
          size="xs"
          aria-label={`Remove budget of ${name}`}
          onClick={() => onOpen('remove-budget')}
        >
          Remove budget
        </Button>
      )}
      {archivedAt === null ? (
        <Button size="xs" aria-label={`Archive ${name}`} onClick={() => onOpen('archive')}>
          Archive
        </Button>
      ) : (
        <Button
          size="xs"
          aria-label={`Restore ${name}`}
          loading={restore.isPending}
          onClick={() => restore.mutate({ name, description })}
        >
          Restore
        </Button>
      )}
    </span>
  )
}
