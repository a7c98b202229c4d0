import type { ImageRecipe } from '@gridloom/contract/apps/recipe'
import { limits } from '@gridloom/contract/core/constants'
import { Refused } from '@gridloom/contract/errors'
import type { Order } from '@gridloom/contract/instances/order'
import { Environment } from '@gridloom/contract/templates/container-fields'
import type { NamedMount } from '@gridloom/contract/templates/docker-options'
import type { Template, TemplateFields } from '@gridloom/contract/templates/template'
import { containerOptionsOf } from '@gridloom/domain/templates/container-options-of'
import type { Ctx } from '../../platform/ctx.ts'
import { fieldRefusal } from '../../platform/http/field-refusal.ts'
import {
  checkDockerOptions,
  loginOfTemplate,
  readTemplate,
  type TemplateSecretsCtx,
} from '../templates/index.ts'
import { withJupyter } from './jupyter-mode.ts'
import type { InstanceApp, InstanceTemplate } from './schema.ts'

/** The part of an order that says what to run. */
type TemplateOrder = Pick<Order, 'template' | 'template_id' | 'template_version' | 'env'>

/** What an order runs, and the volumes that its template names. */
export interface OrderedTemplate {
  template: InstanceTemplate
  volumes: readonly NamedMount[]
}

/** An app whose container the fields of an order are. */
export interface AppOrder {
  /** The name on screens. */
  name: string
  app: InstanceApp
  recipe: ImageRecipe | null
  /** The request as it was made: the same one again is the same order, whatever secrets are generated for it. */
  request: unknown
}

/**
 * Returns the template of an order: one that the caller sees, or the order's own fields. The options of the template
 * come first, then its fields, then the order's environment.
 * @throws Refused `not_found`, `template_changed`, `invalid_input` where an option is not allowed, or the environments together exceed the
 * limit of a machine
 */
export async function orderedTemplate(
  ctx: TemplateSecretsCtx,
  order: TemplateOrder,
  launch?: AppOrder,
): Promise<OrderedTemplate> {
  if (order.template !== undefined) {
    checkDockerOptions(order.template.docker_options, 'template.docker_options')
    const named =
      launch === undefined
        ? { name: 'Own image', source: null, login: null }
        : { name: launch.name, source: null, login: null, app: launch.app, recipe: launch.recipe }
    return merged(ctx, { order, fields: order.template, named })
  }
  // The contract's schema rejects an order without either.
  if (order.template_id === undefined)
    throw new Refused('invalid_input', { fields: { template_id: 'is missing' } })
  const template = await readTemplate(ctx, order.template_id)
  refuseChanged(order, template)
  const source = { id: template.id, version: template.version }
  const login = await loginOfTemplate(ctx, template.id)
  const named = { name: template.template_name, source, login }
  return merged(ctx, { order, fields: template, named })
}

/** The author of a public template could make another version while its script is read. */
function refuseChanged({ template_version: seen }: TemplateOrder, { version }: Template): void {
  if (seen === undefined || seen === version) return
  throw new Refused('template_changed', { details: { version } })
}

interface MergedParts {
  order: TemplateOrder
  fields: TemplateFields
  named: Pick<InstanceTemplate, 'name' | 'source' | 'login' | 'app' | 'recipe'>
}

function merged({ ids }: Pick<Ctx, 'ids'>, { order, fields, named }: MergedParts): OrderedTemplate {
  const { image_path_with_tag, launch_mode, on_start_script, readiness } = fields
  const { env, ports, volumes, ...options } = containerOptionsOf(fields)
  const template: InstanceTemplate = {
    ...{ image_path_with_tag, launch_mode, on_start_script, readiness, ...named },
    ...{ env: { ...env, ...order.env }, ports, options },
    arguments: fields.docker_entry_point_tags,
  }
  const isJupyter = launch_mode === 'jupyter'
  const started = isJupyter ? withJupyter(template, ids.secret()) : template
  refuseBeyondLimits(started)
  return { template: started, volumes }
}

/** A machine refuses a spec beyond these limits, and with it those of all its instances. */
function refuseBeyondLimits({ env, ports }: InstanceTemplate): void {
  const checked = Environment.safeParse(env)
  if (!checked.success) throw fieldRefusal(checked.error, 'env')
  if (ports.length <= limits.ports) return
  const fields = { ports: `At most ${limits.ports} ports, with those of the Docker options` }
  throw new Refused('invalid_input', { fields })
}
