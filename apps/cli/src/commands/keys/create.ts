import { BudgetPeriod } from '@gridloom/contract/budgets/budget-period'
import { ModelId } from '@gridloom/contract/models/model-id'
import { Scope, scopeTexts } from '@gridloom/contract/scopes'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { parseUsd } from '../../input/parse-usd.ts'
import { oneOf, wholeNumber } from '../../input/parse-values.ts'
import { projectName } from '../../input/project-option.ts'

interface CreateOptions {
  scope?: Scope[]
  budget?: number
  budgetPeriod?: BudgetPeriod
  models?: ModelId[]
  project?: string
  days?: number
}

const dayMs = 24 * 60 * 60 * 1_000

export function addCreateKey(keys: Command, open: Open): void {
  keys
    .command('create')
    .argument('<name>', 'label')
    .summary('create an API key')
    .description('Create an API key. The key is shown only once; the server stores its hash.')
    .option('--scope <scope>', 'permission; repeat for several (listed below)', collectScope)
    .option('--budget <usd>', 'maximum spend, in total or per period', (text) =>
      parseUsd(text, '--budget'),
    )
    .option(
      '--budget-period <period>',
      'budget reset at midnight UTC: never, daily, weekly or monthly',
      oneOf('--budget-period', BudgetPeriod.options),
    )
    .option('--models <ids>', 'comma-separated models it may use (default: all)', modelIds)
    .option('--project <name>', 'project that what it orders is booked to', projectName)
    .option('--days <n>', 'days until it expires', wholeNumber('--days', 1, 3_650))
    .addHelpText('after', `\nScopes:\n${scopeLines()}`)
    .addHelpText(
      'after',
      examples(
        'keys create "build machine" --scope instances:write --budget 20 --days 90',
        'keys create notebook --scope models:use --budget 1 --budget-period daily --models org/model',
      ),
    )
    .action((name: string, options: CreateOptions, command: Command) =>
      createKey(open(command), name, options),
    )
}

async function createKey(ctx: Ctx, name: string, options: CreateOptions): Promise<void> {
  const { scope: scopes = [], budget, budgetPeriod, models, project, days } = options
  if (scopes.length === 0)
    throw new UsageError('Specify at least one scope, for example --scope market:read')
  if (budgetPeriod !== undefined && budget === undefined)
    throw new UsageError('--budget-period requires a budget, for example --budget 5')
  const expiresAt =
    days === undefined ? null : new Date(ctx.host.nowMs() + days * dayMs).toISOString()
  const body = {
    name,
    scopes,
    budget_micro_usd: budget ?? null,
    ...(budgetPeriod === undefined ? {} : { budget_period: budgetPeriod }),
    ...(models === undefined ? {} : { models }),
    ...(project === undefined ? {} : { project }),
    expires_at: expiresAt,
  }
  const made = await ctx.client.keys.generateApiKey({ body, signal: ctx.signal })
  ctx.output.note("Save this key now. You won't be able to see it again:")
  await ctx.output.result(made, () => made.key)
}

function collectScope(text: string, scopes: readonly Scope[] = []): Scope[] {
  return [...new Set([...scopes, oneOf('--scope', Scope.options)(text)])]
}

function modelIds(text: string): ModelId[] {
  return text.split(',').map((part) => {
    const id = ModelId.safeParse(part.trim())
    if (id.success) return id.data
    throw new UsageError(
      `--models must be IDs such as org/name, not ${JSON.stringify(part.trim())}`,
    )
  })
}

function scopeLines(): string {
  return Scope.options.map((scope) => `  ${scope.padEnd(16)} ${scopeTexts[scope]}`).join('\n')
}
