import type { Project, Projects } from '@gridloom/contract/budgets/project'
import { formatUsd } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { projectName } from '../../input/project-option.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'

/** Adds `projects`: labels that money is spent on. */
export function addProjects(program: Command, open: Open): void {
  const projects = program
    .command('projects')
    .summary('manage projects')
    .description(
      'Manage projects: labels that instances, volumes, render jobs and API keys are booked to.',
    )
    .addHelpText('after', examples('projects list', 'projects create training'))
  projects
    .command('list')
    .summary('list projects')
    .description('List projects, with what was spent on each this month (UTC) and its budget.')
    .option('--all', 'include archived ones')
    .addHelpText('after', examples('projects list', 'projects list --all --json'))
    .action(({ all }: { all?: boolean }, command: Command) => list(open(command), all === true))
  projects
    .command('create')
    .argument('<name>', 'up to 40 small letters, digits and hyphens', projectName)
    .summary('create a project')
    .description('Create a project, restore an archived one, or change its description.')
    .option('--description <text>', 'what it is for')
    .addHelpText('after', examples('projects create training --description "Nightly runs"'))
    .action((project: string, { description }: { description?: string }, command: Command) =>
      create(open(command), project, description),
    )
  projects
    .command('archive')
    .argument('<name>', 'project', projectName)
    .summary('archive a project')
    .description('Archive a project: nothing more is ordered with it, and what runs continues.')
    .addHelpText('after', examples('projects archive training'))
    .action((project: string, _options: object, command: Command) =>
      archive(open(command), project),
    )
}

async function list(ctx: Ctx, all: boolean): Promise<void> {
  const { projects } = await ctx.client.budgets.projects({ signal: ctx.signal })
  const shown = all ? projects : projects.filter(({ archived_at: at }) => at === null)
  await printList(ctx, shown, {
    empty: 'No projects. Create one: gridloom projects create <name>',
    columns,
  })
}

async function create(ctx: Ctx, project: string, description = ''): Promise<void> {
  const { signal } = ctx
  const found = await ctx.client.budgets.saveProject({
    body: { name: project, description },
    signal,
  })
  await ctx.output.result(ofName(found, project), () => `Created ${project}.`)
}

async function archive(ctx: Ctx, project: string): Promise<void> {
  const { signal } = ctx
  const found = await ctx.client.budgets.archiveProject({ params: { project }, signal })
  await ctx.output.result(
    ofName(found, project),
    () => `Archived ${project}. Restore it: gridloom projects create ${project}`,
  )
}

function ofName({ projects }: Projects, project: string): Project | undefined {
  return projects.find(({ name }) => name === project)
}

const amount = (microUsd: number | null) => (microUsd === null ? '—' : formatUsd(microUsd))

const columns: ListColumn<Project>[] = [
  { title: 'PROJECT', cutTo: 40, cell: ({ name }) => ({ text: name, tone: 'strong' }) },
  {
    title: 'STATE',
    cell: ({ archived_at: at }) => (at === null ? 'active' : 'archived'),
  },
  { title: 'SPENT', align: 'right', cell: (project) => amount(project.spent_micro_usd) },
  { title: 'ON HOLD', align: 'right', cell: (project) => amount(project.held_micro_usd) },
  {
    title: 'BUDGET',
    align: 'right',
    cell: ({ budget }) => amount(budget?.amount_micro_usd ?? null),
  },
  {
    title: 'LEFT',
    align: 'right',
    cell: ({ budget }) => amount(budget?.left_micro_usd ?? null),
  },
  { title: 'DESCRIPTION', cutTo: 40, dropRank: 1, cell: ({ description }) => description },
]
