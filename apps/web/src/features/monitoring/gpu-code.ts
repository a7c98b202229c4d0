import { endpoints } from 'virtual:api-facts'
import { defaultGpuAlertSettings } from '@gridloom/contract/monitoring/gpu-alert'
import type { CodeAction } from '../../ui/components/as-code.tsx'

const { machines, monitoring, statistics } = endpoints

/** The market's models as code, for everyone. */
export const marketCode: readonly CodeAction[] = [
  { name: 'List GPU models', endpoint: statistics.gpuModels, cli: 'gridloom gpus --market' },
]

/** All actions of the page as code. `machineId`: the machine whose history is open. */
export function gpuCode(machineId: string): CodeAction[] {
  return [
    ...marketCode,
    { name: 'List your GPUs, with their sensors', endpoint: machines.list, cli: 'gridloom gpus' },
    {
      name: 'Get the history of a machine',
      endpoint: monitoring.history,
      input: { params: { id: machineId }, query: { span: 'month' } },
      cli: `gridloom gpus history ${machineId} --span month`,
    },
    { name: 'List GPU alerts', endpoint: monitoring.alerts, cli: 'gridloom gpus alerts' },
    {
      name: 'Get the alert settings',
      endpoint: monitoring.alertSettings,
      cli: 'gridloom gpus alerts settings',
    },
    {
      name: 'Set the alert settings',
      endpoint: monitoring.changeAlertSettings,
      input: { body: defaultGpuAlertSettings },
      cli: `gridloom gpus alerts settings --temperature ${defaultGpuAlertSettings.temperature_c ?? 'off'} --ecc on --throttling on --repeat-hours ${defaultGpuAlertSettings.repeat_hours}`,
    },
  ]
}
