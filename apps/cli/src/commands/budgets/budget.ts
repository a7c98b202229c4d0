import type {
  AccountBudget,
  AccountBudgetPeriod,
  BudgetOfAccount,
} from '@gridloom/contract/budgets/account-budget'
import { formatUsd, formatUsdExact } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { parseUsd } from '../../input/parse-usd.ts'
import { oneOf, wholeNumber } from '../../input/parse-values.ts'
import { projectName } from '../../input/project-option.ts'
import { formatTime } from '../../output/format.ts'
import type { Draw } from '../../output/output.ts'

/** Adds `budget`: what the account, or a project, may spend in a day, week or month. */
export function addBudget(program: Command, open: Open): void {
  const budget = program
    .command('budget')
    .summary('limit what your account spends')
    .description(
      'What your account, or a project, may spend in a day, week or month (UTC), with alerts, and whether spending stops there.',
    )
    .addHelpText('after', examples('budget show', 'budget set 500 --per month --stop'))
  for (const add of [addShow, addSet, addRemove]) add(budget, open)
}

interface ProjectOption {
  project?: string
}

const ofProject = ['--project <name>', 'budget of a project', projectName] as const

type Settings = Parameters<Ctx['client']['budgets']['changeAccount']>[0]['body']

/** The calls on the budget of the account, or on that of a project. */
function budgetsOf({ client: { budgets }, signal }: Ctx, project: string | undefined) {
  if (project === undefined)
    return {
      read: () => budgets.account({ signal }),
      change: (body: Settings) => budgets.changeAccount({ body, signal }),
      remove: () => budgets.removeAccount({ signal }),
    }
  const params = { project }
  return {
    read: () => budgets.project({ params, signal }),
    change: (body: Settings) => budgets.changeProject({ params, body, signal }),
    remove: () => budgets.removeProject({ params, signal }),
  }
}

function addShow(budget: Command, open: Open): void {
  budget
    .command('show')
    .summary('show the budget')
    .description('Show the budget: what is spent, on hold, left, and expected by its reset.')
    .option(...ofProject)
    .addHelpText('after', examples('budget show', 'budget show --project training --json'))
    .action(async ({ project }: ProjectOption, command: Command) => {
      const ctx = open(command)
      const found = await budgetsOf(ctx, project).read()
      await ctx.output.result(found, (draw) => budgetText(draw, found))
    })
}

const periods = { day: 'daily', week: 'weekly', month: 'monthly' } as const satisfies Record<
  string,
  AccountBudgetPeriod
>
const words = { daily: 'day', weekly: 'week', monthly: 'month' } as const

interface SetOptions extends ProjectOption {
  per?: keyof typeof periods
  stop?: boolean
  alertOnly?: boolean
  alerts?: string
  forecast: boolean
}

function addSet(budget: Command, open: Open): void {
  budget
    .command('set')
    .argument('<usd>', 'what the account may spend in a period')
    .summary('set the budget')
    .description(
      'Set the budget, or change it. Period, alerts and what happens at the end stay as they are unless given.',
    )
    .option(...ofProject)
    .option('--per <period>', 'day, week or month', oneOf('--per', ['day', 'week', 'month']))
    .option('--stop', 'stop spending when it is used up')
    .option('--alert-only', 'only alert when it is used up')
    .option('--alerts <percents>', 'percentages that alert, such as 50,80,100, or none')
    .option('--no-forecast', 'send no alert when the spend rate will exceed it')
    .addHelpText(
      'after',
      examples('budget set 500 --stop', 'budget set 20 --project training --per day --alerts 80'),
    )
    .action((usd: string, options: SetOptions, command: Command) =>
      set(open(command), usd, options),
    )
}

async function set(ctx: Ctx, usd: string, options: SetOptions): Promise<void> {
  const budgets = budgetsOf(ctx, options.project)
  if (options.stop && options.alertOnly)
    throw new UsageError('Give either --stop or --alert-only, not both.')
  const amount_micro_usd = parseUsd(usd, 'the budget')
  const alerts = options.alerts === undefined ? undefined : percentsOf(options.alerts)
  const { budget: now } = await budgets.read()
  const onExceed = options.stop ? 'stop' : options.alertOnly ? 'alert' : now?.on_exceed
  const changed = await budgets.change({
    amount_micro_usd,
    period: options.per === undefined ? now?.period : periods[options.per],
    on_exceed: onExceed,
    alert_percents: alerts ?? now?.alert_percents,
    alert_forecast: options.forecast,
  })
  await ctx.output.result(changed, (draw) => budgetText(draw, changed))
}

function percentsOf(text: string): number[] {
  if (text === 'none') return []
  return text.split(',').map((word) => wholeNumber('--alerts', 1, 100)(word.trim()))
}

function addRemove(budget: Command, open: Open): void {
  budget
    .command('remove')
    .summary('remove the budget')
    .description('Remove the budget: spending then ends only with the balance.')
    .option(...ofProject)
    .addHelpText('after', examples('budget remove', 'budget remove --project training'))
    .action(async ({ project }: ProjectOption, command: Command) => {
      const ctx = open(command)
      const found = await budgetsOf(ctx, project).remove()
      await ctx.output.result(found, () => 'The budget is removed.')
    })
}

function budgetText(draw: Draw, { budget }: BudgetOfAccount): string {
  if (budget === null) return 'No budget. Set one with: gridloom budget set <usd>'
  return draw.facts([
    ['Budget', `${formatUsdExact(budget.amount_micro_usd)} a ${words[budget.period]}`],
    ['Spent', formatUsd(budget.spent_micro_usd)],
    ['On hold', formatUsd(budget.held_micro_usd)],
    ['Left', formatUsd(budget.left_micro_usd)],
    ['Expected', `${formatUsd(budget.forecast_micro_usd)} by ${formatTime(budget.resets_at)}`],
    ['When used up', budget.on_exceed === 'stop' ? 'spending stops' : 'alert only'],
    ['Alerts', alertsText(budget)],
  ])
}

function alertsText({ alert_percents: percents, alert_forecast: forecast }: AccountBudget): string {
  const all = [...percents.map((percent) => `${percent}%`), ...(forecast ? ['forecast'] : [])]
  return all.length === 0 ? 'none' : all.join(', ')
}
