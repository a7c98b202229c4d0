import type { Project, Projects } from '@gridloom/contract/budgets/project'
import { useState } from 'react'
import { Money } from '../../../ui/components/money.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { BudgetBar } from '../budget-use.tsx'
import { budgetStatus, budgetWords } from '../budget-words.ts'
import styles from '../budgets.module.css'
import { BudgetDialog } from '../edit/budget-dialog.tsx'
import { RemoveBudget } from '../edit/remove-budget.tsx'
import { ArchiveProject } from './archive-project.tsx'
import { type ProjectAction, ProjectActions } from './project-actions.tsx'

const columns: readonly Column[] = [
  { text: 'Project' },
  { text: 'This month', align: 'number' },
  { text: 'On hold', align: 'number' },
  { text: 'Budget' },
  { text: 'Actions', head: 'hidden' },
]

/** Projects with what was spent, what is on hold, and their budgets. */
export function ProjectTable({ found: { projects, may_change: mayChange } }: { found: Projects }) {
  const [open, setOpen] = useState<{ project: Project; action: ProjectAction }>()
  const close = () => setOpen(undefined)
  return (
    <>
      <Table label="Projects" columns={columns}>
        {projects.map((project) => (
          <tr key={project.name}>
            <RowHead>
              <div className={styles.name}>{project.name}</div>
              {project.description !== '' && (
                <div className={styles.note}>{project.description}</div>
              )}
            </RowHead>
            <Cell label="This month" align="number">
              <Amount microUsd={project.spent_micro_usd} />
            </Cell>
            <Cell label="On hold" align="number">
              <Amount microUsd={project.held_micro_usd} />
            </Cell>
            <Cell label="Budget" holds="words">
              <Budget project={project} />
            </Cell>
            <Cell holds="buttons">
              {mayChange && (
                <ProjectActions
                  project={project}
                  onOpen={(action) => setOpen({ project, action })}
                />
              )}
            </Cell>
          </tr>
        ))}
      </Table>
      {open?.action === 'budget' && (
        <BudgetDialog budget={open.project.budget} project={open.project.name} close={close} />
      )}
      {open?.action === 'remove-budget' && (
        <RemoveBudget opened project={open.project.name} close={close} />
      )}
      {open?.action === 'archive' && <ArchiveProject project={open.project} close={close} />}
    </>
  )
}

/** A dash where the amount is for owners and admins alone. */
function Amount({ microUsd }: { microUsd: number | null }) {
  return microUsd === null ? '—' : <Money microUsd={microUsd} />
}

function Budget({ project: { budget, archived_at: archivedAt } }: { project: Project }) {
  const archived = archivedAt !== null && <StatusBadge tone="idle" word="Archived" />
  if (budget === null) return archived || '—'
  return (
    <div className={styles.project}>
      <span>{budgetWords(budget)}</span>
      <BudgetBar budget={budget} />
      <span className={styles.actions}>
        <StatusBadge {...budgetStatus(budget)} />
        {archived}
      </span>
    </div>
  )
}
