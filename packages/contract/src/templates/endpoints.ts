import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { TemplateId } from '../core/ids.ts'
import { Template } from './template.ts'

export const templates = {
  list: endpoint({
    method: 'GET',
    path: '/api/templates',
    auth: 'session',
    scope: 'market:read',
    title: 'List templates',
    summary: 'List the built-in templates',
    response: z.array(Template),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/templates/{id}',
    auth: 'session',
    scope: 'market:read',
    title: 'Retrieve template',
    summary: 'Retrieve a template',
    params: z.strictObject({ id: TemplateId }),
    response: Template,
  }),
} as const
