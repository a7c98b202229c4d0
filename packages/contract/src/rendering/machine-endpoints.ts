import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { MachineId } from '../core/ids.ts'
import { MicroUsdPerHour } from '../core/values.ts'
import { MachineRendering } from './machine-rendering.ts'

const oneMachine = z.strictObject({ id: MachineId })

/** Rendering on the user's own machines, and the Blender add-on. */
export const hosting = {
  readMachine: endpoint({
    method: 'GET',
    path: '/api/machines/{id}/rendering',
    auth: 'member',
    scope: 'machines:read',
    title: 'Retrieve rendering settings',
    summary:
      'Retrieve the rendering settings of one of your machines: capabilities, prices and check results',
    params: oneMachine,
    response: MachineRendering,
    errors: ['not_found'],
  }),
  changeMachine: endpoint({
    method: 'PATCH',
    path: '/api/machines/{id}/rendering',
    auth: 'member',
    scope: 'machines:write',
    title: 'Update rendering settings',
    summary:
      'Update the rendering settings of a machine: availability and price; frames in progress keep their price',
    params: oneMachine,
    body: z.strictObject({
      enabled: z.boolean().optional(),
      micro_usd_per_reference_hour: MicroUsdPerHour.optional(),
    }),
    response: MachineRendering,
    errors: ['not_found'],
  }),
  vouch: endpoint({
    method: 'PUT',
    path: '/api/operator/machines/{id}/vouch',
    auth: 'operator',
    reauth: 'recent',
    title: 'Vouch for machine',
    summary: 'Vouch for the renders of a machine, so that others can be checked against it',
    params: oneMachine,
    body: z.strictObject({ vouched: z.boolean() }),
    response: z.strictObject({ vouched: z.boolean() }),
    errors: ['not_found'],
  }),
  addon: endpoint({
    method: 'GET',
    path: '/render/addon',
    auth: 'public',
    title: 'Download Blender add-on',
    summary: 'Download the Blender add-on, a single Python file',
    transport: 'file',
    files: ['text/x-python'],
  }),
} as const
