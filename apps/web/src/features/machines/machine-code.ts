import type { Machine } from '@gridloom/contract/machines'
import { machines } from '@gridloom/contract/machines'
import type { CodeAction } from '../../lib/parts/as-code.tsx'

/** The list screen's actions as code. */
export const listCode: readonly CodeAction[] = [
  { name: 'List your machines', endpoint: machines.list },
  {
    name: 'Make an enrolment command',
    endpoint: machines.createEnrolmentToken,
    input: { body: {} },
    cli: 'gridloom agent enrol-token',
  },
]

/** One machine's actions as code. */
export function machineCode(machine: Machine): CodeAction[] {
  const params = { id: machine.id }
  return [
    { name: 'Read the machine', endpoint: machines.read, input: { params } },
    {
      name: machine.listed ? 'Unlist it' : 'List it',
      endpoint: machines.change,
      input: { params, body: { listed: !machine.listed } },
    },
    {
      name: 'Set its prices',
      endpoint: machines.change,
      input: { params, body: { pricing: machine.pricing } },
    },
    { name: 'Measure it again', endpoint: machines.measure, input: { params, body: {} } },
    { name: 'Remove it', endpoint: machines.remove, input: { params } },
  ]
}
