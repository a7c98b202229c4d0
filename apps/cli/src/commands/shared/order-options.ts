import { limits } from '@gridloom/contract/core/constants'
import type { Command } from 'commander'
import { wholeNumber } from '../../input/parse-values.ts'

export interface SizeOptions {
  disk?: number
  slots?: number
  template?: string
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

export const diskGbWithoutTemplate = 10
