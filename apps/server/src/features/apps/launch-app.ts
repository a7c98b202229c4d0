import type { AppName } from '@gridloom/contract/apps/app-container'
import type { AppLaunch } from '@gridloom/contract/apps/launch'
import { Refused } from '@gridloom/contract/errors'
import type { Instance } from '@gridloom/contract/instances/instance'
import { Order } from '@gridloom/contract/instances/order'
import { fillFields } from '@gridloom/domain/apps/fill-fields'
import { type AppOrder, orderedBefore, orderInstance } from '../instances/index.ts'
import { readOffer } from '../market/index.ts'
import { type CatalogueApp, shownApp } from './catalogue.ts'
import type { AppsCtx } from './ctx.ts'
import { imageOf, sizeOf } from './need-of.ts'

interface LaunchApp {
  slug: AppName
  launch: AppLaunch
  /** The Idempotency-Key. */
  key: string | undefined
}

/**
 * Orders an instance of an app: fills its fields, generates its secrets, and gives its ports the access that the app
 * names. The same key with the same request returns the same instance, whose secrets are those of the first call.
 * @throws Refused `not_found`, `app_changed`, `invalid_input` at each field, and those of orders
 */
export async function launchApp(ctx: AppsCtx, { slug, launch, key }: LaunchApp): Promise<Instance> {
  const request = { app: slug, ...launch }
  // The app may have been changed or deleted since.
  const earlier = await orderedBefore(ctx, { key, request })
  if (earlier !== undefined) return earlier
  const app = await shownApp(ctx.db, slug)
  refuseChanged(app, launch)
  const env = filledEnv(ctx, app, launch)
  const held = (await readOffer(ctx, launch.offer_id)).images.includes(
    imageOf(slug, app.definition),
  )
  const order = orderOf(app, launch, env)
  return orderInstance(ctx, order, key, { launch: { ...appOrder(app, held), request } })
}

function refuseChanged({ version }: CatalogueApp, { version: seen }: AppLaunch): void {
  if (seen === undefined || seen === version) return
  throw new Refused('app_changed', { details: { version } })
}

function filledEnv(
  { ids }: Pick<AppsCtx, 'ids'>,
  { definition }: CatalogueApp,
  { fields: given }: AppLaunch,
): Readonly<Record<string, string>> {
  const { fields } = definition
  const { env, problems } = fillFields({ fields, given, secret: () => ids.secret() })
  const wrong = Object.entries(problems).map(([name, text]) => [`fields.${name}`, text])
  if (wrong.length > 0) throw new Refused('invalid_input', { fields: Object.fromEntries(wrong) })
  return env
}

function orderOf(
  { slug, definition }: CatalogueApp,
  launch: AppLaunch,
  env: Readonly<Record<string, string>>,
): Order {
  const { container, ports } = definition
  const size = sizeOf(definition)
  return Order.parse({
    offer_id: launch.offer_id,
    ...(launch.quote_id === undefined ? {} : { quote_id: launch.quote_id }),
    slots: launch.slots ?? size.slots,
    disk_gb: launch.disk_gb ?? size.diskGb,
    template: {
      ...container,
      image_path_with_tag: imageOf(slug, definition),
      ports: ports.map(({ port }) => port),
    },
    env: { ...env },
    label: launch.label,
  })
}

function appOrder(
  { slug, version, definition }: CatalogueApp,
  imageHeld: boolean,
): Omit<AppOrder, 'request'> {
  const { name, recipe, links, login, ports } = definition
  const access = ports.map((one) => ({ port: one.port, access: one.access }))
  return { name, recipe, app: { slug, version, links, login, access, image_held: imageHeld } }
}
