import type { Machine } from '@gridloom/contract/machines/machine'
import { assertNever } from '@gridloom/domain/assert-never'
import { isHint } from '@gridloom/domain/isolation'
import type { Status } from './instance-status.ts'

/** Returns a machine's status as a word with its tone; problems turn online into a warning, hints do not. */
export function machineStatus({ status, problems }: Pick<Machine, 'status' | 'problems'>): Status {
  switch (status) {
    case 'waiting':
      return { tone: 'busy', word: 'Waiting' }
    case 'online':
      return problems.some((problem) => !isHint(problem))
        ? { tone: 'warn', word: 'Needs attention' }
        : { tone: 'good', word: 'Online' }
    case 'offline':
      return { tone: 'bad', word: 'Offline' }
    default:
      return assertNever(status)
  }
}
