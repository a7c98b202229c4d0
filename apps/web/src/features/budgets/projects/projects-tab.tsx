import type { Projects } from '@gridloom/contract/budgets/project'
import { Button } from '@mantine/core'
import { IconFolder } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { projectsQuery } from '../../../shared/projects/projects-query.ts'
import { AsCode } from '../../../ui/components/as-code.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import styles from '../budgets.module.css'
import { NewProjectDialog } from './new-project-dialog.tsx'
import { ProjectTable } from './project-table.tsx'
import { projectsCode } from './projects-code.ts'

/** The "Projects" tab of Billing: what money is spent on, with a budget for each. */
export function ProjectsTab() {
  const query = useQuery(projectsQuery(useClient()))
  const [open, setOpen] = useState<'new' | 'none'>('none')
  return (
    <div className={styles.stack}>
      <Section
        title="Projects"
        inset="flush"
        actions={
          <Button size="xs" onClick={() => setOpen('new')}>
            New project
          </Button>
        }
      >
        <Loaded query={query} what="the projects" rows={4}>
          {(found) => <Shown found={found} create={() => setOpen('new')} />}
        </Loaded>
      </Section>
      <div>
        <AsCode actions={projectsCode} />
      </div>
      {open === 'new' && <NewProjectDialog close={() => setOpen('none')} />}
    </div>
  )
}

function Shown({ found, create }: { found: Projects; create: () => void }) {
  if (found.projects.length > 0) return <ProjectTable found={found} />
  return (
    <EmptyState
      icon={<IconFolder size={20} stroke={1.6} />}
      title="No projects"
      action={
        <Button variant="filled" onClick={create}>
          Create project
        </Button>
      }
    >
      Book instances, volumes, render jobs and API keys to projects to see what each costs, and to
      limit it.
    </EmptyState>
  )
}
