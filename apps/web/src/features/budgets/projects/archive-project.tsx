import type { Project } from '@gridloom/contract/budgets/project'
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useArchiveProject } from './project-queries.ts'

/** Asks before a project is archived. */
export function ArchiveProject({ project, close }: { project: Project; close: () => void }) {
  const archive = useArchiveProject(close)
  return (
    <ConfirmDialog
      opened
      title={`Archive ${project.name}`}
      confirmWord="Archive project"
      busy={archive.isPending}
      problem={archive.error ? describeError(archive.error).text : undefined}
      onConfirm={() => archive.mutate(project.name)}
      onClose={close}
    >
      Nothing more can be ordered with it. What runs continues, and its budget still counts. You can
      restore it.
    </ConfirmDialog>
  )
}
