import type { Instance } from '@gridloom/contract/instances/instance'
import { loginOf, pagesOf } from '@gridloom/domain/apps/app-pages'
import type { InstanceTemplate } from './schema.ts'

/** Returns the pages of the app that an instance was launched as. */
export function appLinks({ app, env }: InstanceTemplate): Instance['links'] {
  return app === undefined || app === null ? [] : pagesOf(app.links, env)
}

/** Returns the app that an instance was launched as, with its login. Only the renter receives it. */
export function appOf({ app, env, name }: InstanceTemplate): Instance['app'] {
  if (app === undefined || app === null) return null
  return { slug: app.slug, version: app.version, name, login: loginOf(app.login, env) }
}
