import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { MachineId } from '../core/ids.ts'
import { Model, NewModel } from './model.ts'
import { ModelId } from './model-id.ts'
import { MachineEngines, ServedModel, ServeOrder } from './serving.ts'

const oneModel = z.strictObject({ model: ModelId })

const served = z.strictObject({ id: MachineId, model: ModelId })

export const models = {
  /** The specification's call. */
  list: endpoint({
    method: 'GET',
    path: '/models/text/models',
    auth: 'public',
    transport: 'bare',
    summary: 'Models with their prices, who serves them, and what was measured of that',
    response: z.strictObject({ models: z.array(Model) }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/models/text/models/{model}',
    auth: 'public',
    transport: 'bare',
    summary: 'One model, its id written as one part of the address (`org%2Fname`)',
    params: oneModel,
    response: Model,
    errors: ['model_unknown'],
  }),
  put: endpoint({
    method: 'PUT',
    path: '/api/models/{model}',
    auth: 'operator',
    proof: 'recent',
    summary: 'Add a model to the catalogue, or change what it says',
    params: oneModel,
    body: NewModel,
    response: Model,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/models/{model}',
    auth: 'operator',
    proof: 'recent',
    summary: 'Take a model that no machine serves out of the catalogue',
    params: oneModel,
    errors: ['model_unknown', 'state_conflict'],
  }),
  listServed: endpoint({
    method: 'GET',
    path: '/api/machines/{id}/models',
    auth: 'member',
    scope: 'machines:read',
    summary: 'Models that a machine of yours serves, with how it was told to and what was measured',
    params: z.strictObject({ id: MachineId }),
    response: z.array(ServedModel),
    errors: ['not_found'],
  }),
  readEngines: endpoint({
    method: 'GET',
    path: '/api/machines/{id}/engines',
    auth: 'member',
    scope: 'machines:read',
    summary: 'What a machine of yours can serve models with, and what mends that it cannot',
    params: z.strictObject({ id: MachineId }),
    response: MachineEngines,
    errors: ['not_found'],
  }),
  serve: endpoint({
    method: 'PUT',
    path: '/api/machines/{id}/models/{model}',
    auth: 'member',
    scope: 'machines:write',
    summary:
      'Have a machine of yours serve a model; answers under way keep the price they began with',
    params: served,
    body: ServeOrder,
    response: ServedModel,
    errors: ['not_found', 'model_unknown', 'limit_reached', 'daily_limit_reached', 'invalid_input'],
  }),
  stopServing: endpoint({
    method: 'DELETE',
    path: '/api/machines/{id}/models/{model}',
    auth: 'member',
    scope: 'machines:write',
    summary: 'Serve a model no more; answers under way are finished',
    params: served,
    errors: ['not_found'],
  }),
} as const
