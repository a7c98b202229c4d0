import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { MachineId } from '../core/ids.ts'
import { MicroUsdPerHour } from '../core/values.ts'
import { MachineRendering } from './machine-rendering.ts'

const oneMachine = z.strictObject({ id: MachineId })

/** Rendering on one's own machines, and what comes with Blender. */
export const hosting = {
  readMachine: endpoint({
    method: 'GET',
    path: '/api/machines/{id}/rendering',
    auth: 'member',
    scope: 'machines:read',
    summary:
      'What a machine of yours can render, what it asks, and what was found when it was checked',
    params: oneMachine,
    response: MachineRendering,
    errors: ['not_found'],
  }),
  changeMachine: endpoint({
    method: 'PATCH',
    path: '/api/machines/{id}/rendering',
    auth: 'member',
    scope: 'machines:write',
    summary: 'Take render work or leave it, and at what price; frames under way keep theirs',
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
    proof: 'recent',
    summary: 'Stand in for what a machine renders, so that others can be checked against it',
    params: oneMachine,
    body: z.strictObject({ vouched: z.boolean() }),
    response: z.strictObject({ vouched: z.boolean() }),
    errors: ['not_found'],
  }),
  addon: endpoint({
    method: 'GET',
    path: '/render/addon',
    auth: 'public',
    summary: 'The add-on for Blender, one Python file',
    transport: 'file',
  }),
} as const
