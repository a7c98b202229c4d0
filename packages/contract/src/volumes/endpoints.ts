import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { VolumeId } from '../core/ids.ts'
import { NewVolume, Volume } from './volume.ts'

const one = z.strictObject({ id: VolumeId })

export const volumes = {
  create: endpoint({
    method: 'POST',
    path: '/api/volumes',
    auth: 'member',
    scope: 'volumes:write',
    title: 'Create volume',
    summary:
      'Create a volume on the machine of an offer. It is charged until it is deleted, whether an instance has it or not',
    status: 201,
    body: NewVolume,
    response: Volume,
    errors: [
      'not_found',
      'machine_offline',
      'volumes_unsupported',
      'volume_name_taken',
      'insufficient_funds',
      'account_budget_exceeded',
      'project_budget_exceeded',
      'project_archived',
      'limit_reached',
    ],
    perMinute: 30,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/volumes',
    auth: 'member',
    scope: 'volumes:read',
    title: 'List volumes',
    summary: 'List volumes, newest first',
    response: z.array(Volume),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/volumes/{id}',
    auth: 'member',
    scope: 'volumes:read',
    title: 'Retrieve volume',
    summary: 'Retrieve a volume',
    params: one,
    response: Volume,
    errors: ['not_found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/volumes/{id}',
    auth: 'member',
    scope: 'volumes:write',
    title: 'Delete volume',
    summary:
      "Delete a volume with its data, unless an instance that is not destroyed has it. This can't be undone",
    params: one,
    errors: ['not_found', 'volume_in_use'],
  }),
} as const
