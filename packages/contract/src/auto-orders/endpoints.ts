import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { AutoOrderId } from '../core/ids.ts'
import {
  AutoOrder,
  AutoOrderPreview,
  AutoOrderPreviewQuery,
  ChangeAutoOrder,
  NewAutoOrder,
} from './auto-order.ts'

const one = z.strictObject({ id: AutoOrderId })

export const autoOrders = {
  preview: endpoint({
    method: 'GET',
    path: '/api/auto-orders/preview',
    auth: 'member',
    scope: 'market:read',
    title: 'Preview automatic order',
    summary:
      'Count the free offers that an automatic order would match now, with the cheapest price of an instance with its disk',
    query: AutoOrderPreviewQuery,
    response: AutoOrderPreview,
    errors: ['query_invalid'],
    perMinute: 120,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/auto-orders',
    auth: 'member',
    scope: 'instances:read',
    title: 'List automatic orders',
    summary: 'List automatic orders with what they rented, newest first',
    response: z.array(AutoOrder),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/auto-orders',
    auth: 'member',
    scope: 'instances:write',
    title: 'Create automatic order',
    summary:
      'Create an automatic order: an instance is rented when an offer matches at your price or below. Offers that match already are rented at once',
    status: 201,
    body: NewAutoOrder,
    response: AutoOrder,
    errors: [
      'query_invalid',
      'not_found',
      'template_changed',
      'auto_order_name_taken',
      'limit_reached',
    ],
    perMinute: 30,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/auto-orders/{id}',
    auth: 'member',
    scope: 'instances:read',
    title: 'Retrieve automatic order',
    summary: 'Retrieve an automatic order with what it rented',
    params: one,
    response: AutoOrder,
    errors: ['not_found'],
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/auto-orders/{id}',
    auth: 'member',
    scope: 'instances:write',
    title: 'Update automatic order',
    summary:
      'Change the name, query, price or limits of an automatic order, pause it, or resume it',
    params: one,
    body: ChangeAutoOrder,
    response: AutoOrder,
    errors: ['not_found', 'query_invalid', 'auto_order_name_taken', 'limit_reached'],
    perMinute: 60,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/auto-orders/{id}',
    auth: 'member',
    scope: 'instances:write',
    title: 'Delete automatic order',
    summary: 'Delete an automatic order. The instances that it rented continue',
    params: one,
    errors: ['not_found'],
  }),
} as const
