import { limits } from '@gridloom/contract/core/constants'
import type { AutomationSettings } from '@gridloom/contract/instances/automation'
import { RestartPolicy } from '@gridloom/contract/instances/instance'
import type { Command } from 'commander'
import { collectEnv, oneOf, wholeNumber } from '../../input/parse-values.ts'
import { projectOption } from '../../input/project-option.ts'
import { budgetOf, stopAfterOf } from './automation-options.ts'

export interface SizeOptions {
  disk?: number
  slots?: number
  template?: string
}

/** What an instance runs and how, as `rent` and automatic orders say it. */
export interface OrderOptions extends SizeOptions {
  image?: string
  env?: Record<string, string>
  label?: string
  project?: string
  restartPolicy?: RestartPolicy
  budget?: number
  stopAfter?: number
}

/** Adds the options that decide a price: the same for `quote` and for `rent`. */
export function addSizeOptions(command: Command): Command {
  return command
    .option(
      '--disk <gb>',
      'disk size (default: from the template, or 10)',
      wholeNumber('--disk', limits.diskGbMin, limits.diskGbMax),
    )
    .option(
      '--slots <n>',
      'number of slots (default: 1)',
      wholeNumber('--slots', 1, limits.slotsPerInstance),
    )
    .option('--template <name-or-id>', 'template to run (see "gridloom templates")')
}

/** Adds the options of an order, those of its price included. */
export function addOrderOptions(command: Command): Command {
  return addSizeOptions(command)
    .option('--image <image>', 'container image to run instead of a template')
    .option('--env <name=value>', 'environment variable; repeat for several', collectEnv)
    .option('--label <text>', `label, at most ${limits.labelChars} characters`)
    .option(...projectOption)
    .option(
      '--restart-policy <policy>',
      `whether it starts again after its machine restarts: ${RestartPolicy.options.join(', ')}`,
      oneOf('--restart-policy', RestartPolicy.options),
    )
    .option('--budget <usd>', 'the most that an instance may cost in all', budgetOf)
    .option('--stop-after <duration>', 'stop it so long after each start, such as 8h', stopAfterOf)
}

/** The limits that are given; `undefined`: none. */
export function automationOf({ budget, stopAfter }: OrderOptions): AutomationSettings | undefined {
  if (budget === undefined && stopAfter === undefined) return undefined
  return {
    ...(budget !== undefined && { budget_micro_usd: budget }),
    ...(stopAfter !== undefined && { stop_after_s: stopAfter }),
  }
}

export const diskGbWithoutTemplate = 10
