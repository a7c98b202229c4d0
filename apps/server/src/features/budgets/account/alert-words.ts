import { forecastAlert } from '@gridloom/domain/account-budget'
import { formatUsd } from '@gridloom/domain/money-format'
import { formatUtc } from '@gridloom/domain/utc-time'
import type { BudgetNow } from './budget-use.ts'
import type { AccountBudgetRow } from './schema.ts'

type Told = Pick<AccountBudgetRow, 'amount_micro_usd' | 'period' | 'on_exceed' | 'project'>

/** The subject of an alert's email. */
export function alertTitle({ period, project }: Told, percent: number): string {
  const what = project === '' ? `Your ${period} budget` : `The ${period} budget of ${project}`
  if (percent === forecastAlert) return `${what} will be exceeded`
  if (percent === 100) return `${what} is used up`
  return `${percent}% of ${what.charAt(0).toLowerCase()}${what.slice(1)} is used`
}

/** An alert as a notice: what is used, what follows and what to do. */
export function alertText(budget: Told, now: BudgetNow, percent: number): string {
  const ofProject = budget.project === '' ? '' : ` for project ${budget.project}`
  const of = `${budget.period} budget of ${formatUsd(budget.amount_micro_usd)}${ofProject}`
  const resets = `It resets on ${formatUtc(now.end)}.`
  if (percent === forecastAlert) {
    const expected = formatUsd(now.forecastMicroUsd)
    return `At the current spend rate, the ${of} will be exceeded: ${expected} expected by its end. ${resets}${then(budget)}`
  }
  if (percent === 100) return `The ${of} is used up. ${afterEnd(budget)} ${resets}`
  const used = formatUsd(now.spentMicroUsd + now.heldMicroUsd)
  return `${percent}% of the ${of} is used: ${used} spent or on hold. ${resets}${then(budget)}`
}

function then({ on_exceed }: Told): string {
  return on_exceed === 'stop' ? ' When it is used up, spending stops.' : ''
}

function afterEnd({ on_exceed, project }: Told): string {
  const what = project === '' ? 'instances' : 'its instances'
  return on_exceed === 'stop'
    ? `Nothing more can be ordered${project === '' ? '' : ' with it'}, and ${what} are stopped; their disks are kept for 48 hours. Raise the budget to continue.`
    : 'Spending continues.'
}
