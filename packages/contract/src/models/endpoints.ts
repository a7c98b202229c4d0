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
    title: 'List models',
    summary: 'List models with prices, endpoints and measured performance',
    response: z.strictObject({ models: z.array(Model) }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/models/text/models/{model}',
    auth: 'public',
    transport: 'bare',
    title: 'Retrieve model',
    summary: 'Retrieve a model; the ID is one path segment (`org%2Fname`)',
    params: oneModel,
    response: Model,
    errors: ['model_unknown'],
  }),
  put: endpoint({
    method: 'PUT',
    path: '/api/models/{model}',
    auth: 'operator',
    reauth: 'recent',
    title: 'Add or update model',
    summary: 'Add a model to the catalogue, or update it',
    params: oneModel,
    body: NewModel,
    response: Model,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/models/{model}',
    auth: 'operator',
    reauth: 'recent',
    title: 'Remove model',
    summary: 'Remove a model that no machine serves from the catalogue',
    params: oneModel,
    errors: ['model_unknown', 'state_conflict'],
  }),
  listServed: endpoint({
    method: 'GET',
    path: '/api/machines/{id}/models',
    auth: 'member',
    scope: 'machines:read',
    title: 'List served models',
    summary:
      'List the models that one of your machines serves, with settings and measured performance',
    params: z.strictObject({ id: MachineId }),
    response: z.array(ServedModel),
    errors: ['not_found'],
  }),
  readEngines: endpoint({
    method: 'GET',
    path: '/api/machines/{id}/engines',
    auth: 'member',
    scope: 'machines:read',
    title: 'List model engines',
    summary:
      'Retrieve the engines that one of your machines can serve models with, and how to fix missing ones',
    params: z.strictObject({ id: MachineId }),
    response: MachineEngines,
    errors: ['not_found'],
  }),
  serve: endpoint({
    method: 'PUT',
    path: '/api/machines/{id}/models/{model}',
    auth: 'member',
    scope: 'machines:write',
    title: 'Serve model',
    summary: 'Serve a model on one of your machines; answers in progress keep their price',
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
    title: 'Stop serving model',
    summary: 'Stop serving a model; answers in progress are finished',
    params: served,
    errors: ['not_found'],
  }),
} as const
