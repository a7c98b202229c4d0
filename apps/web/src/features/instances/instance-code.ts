import { endpoints } from 'virtual:api-facts'
import type { Instance } from '@gridloom/contract/instances/instance'
import type { CodeAction } from '../../ui/components/as-code.tsx'
import { possibleActions } from './instance-actions.ts'

/** Returns the actions of an instance's screen as API calls and command lines. */
export function instanceCode(instance: Instance): CodeAction[] {
  const { id } = instance
  const input = { params: { id } }
  const can = possibleActions(instance)
  const { instances } = endpoints
  return [
    { name: 'Get its status', endpoint: instances.read, input },
    ...(can.start
      ? [{ name: 'Start', endpoint: instances.start, input, cli: `gridloom start ${id}` }]
      : []),
    ...(can.stop
      ? [{ name: 'Stop', endpoint: instances.stop, input, cli: `gridloom stop ${id}` }]
      : []),
    ...(can.restart ? [{ name: 'Restart', endpoint: instances.restart, input }] : []),
    {
      name: 'Follow its logs',
      endpoint: instances.followLogs,
      input,
      cli: `gridloom logs -f ${id}`,
    },
    {
      name: 'Run a command',
      endpoint: instances.exec,
      input: { ...input, body: { command: ['sh', '-c', 'uname -a'] } },
      cli: `gridloom exec ${id} -- uname -a`,
    },
    { name: 'Get its metrics', endpoint: instances.metrics, input },
    {
      name: 'List its events',
      endpoint: instances.events,
      input,
      cli: `gridloom events ${id}`,
    },
    {
      name: 'Stop it when idle, within a budget',
      endpoint: instances.change,
      input: {
        ...input,
        body: {
          automation: {
            budget_micro_usd: 20_000_000,
            stop_idle: { cpu_percent: 5, gpu_percent: 5, minutes: 30 },
          },
        },
      },
      cli: `gridloom automation ${id} --budget 20 --stop-idle 30`,
    },
    { name: 'Get its receipt', endpoint: instances.receipt, input },
    {
      name: 'Review its machine',
      endpoint: endpoints.reputation.writeReview,
      input: { ...input, body: { rating: 5, text: 'Fast and quiet.' } },
      cli: `gridloom review ${id} --rating 5`,
    },
    { name: 'Destroy', endpoint: instances.destroy, input, cli: `gridloom destroy ${id}` },
  ]
}
