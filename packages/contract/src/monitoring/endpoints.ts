import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { MachineId } from '../core/ids.ts'
import { GpuAlert, GpuAlertSettings } from './gpu-alert.ts'
import { History, HistoryQuery } from './history.ts'

export const monitoring = {
  history: endpoint({
    method: 'GET',
    path: '/api/machines/{id}/history',
    auth: 'member',
    scope: 'machines:read',
    title: 'Retrieve history',
    summary:
      'Retrieve the load and sensors of a machine or of one of its GPUs: minutes of the last hour, or hours of the last 30 days',
    params: z.strictObject({ id: MachineId }),
    query: HistoryQuery,
    response: History,
    errors: ['not_found'],
  }),
  alerts: endpoint({
    method: 'GET',
    path: '/api/gpu-alerts',
    auth: 'member',
    scope: 'machines:read',
    title: 'List GPU alerts',
    summary: 'List the problems that GPUs of your machines have now, newest first',
    response: z.array(GpuAlert).max(500),
  }),
  alertSettings: endpoint({
    method: 'GET',
    path: '/api/gpu-alerts/settings',
    auth: 'member',
    scope: 'machines:read',
    title: 'Retrieve GPU alert settings',
    summary: 'Retrieve which problems of GPUs you are notified of',
    response: GpuAlertSettings,
  }),
  changeAlertSettings: endpoint({
    method: 'PUT',
    path: '/api/gpu-alerts/settings',
    auth: 'member',
    scope: 'machines:write',
    title: 'Update GPU alert settings',
    summary: 'Set which problems of GPUs you are notified of',
    body: GpuAlertSettings,
    response: GpuAlertSettings,
    perMinute: 30,
  }),
} as const
