import { endpoints } from 'virtual:api-facts'
import type { CodeAction } from '../../../ui/components/as-code.tsx'

const { budgets } = endpoints

/** The actions of the tab as code. Keys can only read. */
export const projectsCode: readonly CodeAction[] = [
  { name: 'List projects', endpoint: budgets.projects, cli: 'gridloom projects list' },
  {
    name: 'Show what was spent by project',
    endpoint: budgets.spend,
    input: { query: { by: 'project' } },
    cli: 'gridloom spend --by project',
  },
]
