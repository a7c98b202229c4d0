import { Refused } from '@gridloom/contract/errors'
import type { Order } from '@gridloom/contract/instances/order'
import { Environment } from '@gridloom/contract/templates/template'
import { fieldRefusal } from '../../platform/http/field-refusal.ts'
import { readTemplate } from '../templates/index.ts'
import type { InstanceTemplate } from './schema.ts'

/**
 * Returns the template of an order: a built-in one or its own fields, with the order's environment over it.
 * @throws Refused `not_found`, `invalid_input` where the two environments together exceed the limit of a machine
 */
export function orderedTemplate(order: Order): InstanceTemplate {
  const template = templateOf(order)
  const env = Environment.safeParse({ ...template.env, ...order.env })
  if (!env.success) throw fieldRefusal(env.error, 'env')
  return { ...template, env: env.data }
}

function templateOf(order: Order): InstanceTemplate {
  if (order.template !== undefined) return { ...order.template, name: 'Own image' }
  // The contract's schema rejects an order without either.
  if (order.template_id === undefined)
    throw new Refused('invalid_input', { fields: { template_id: 'is missing' } })
  const { image_path_with_tag, launch_mode, on_start_script, env, ports, readiness, name } =
    readTemplate(order.template_id)
  return { image_path_with_tag, launch_mode, on_start_script, env, ports, readiness, name }
}
