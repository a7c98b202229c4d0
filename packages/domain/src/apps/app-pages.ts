import type { AppLink, AppLogin } from '@gridloom/contract/apps/app-container'

type Environment = Readonly<Record<string, string>>

/**
 * Returns the pages of an app with the values of its environment in their paths, encoded for a URL; a variable that is
 * not set is empty.
 */
export function pagesOf(links: readonly AppLink[], env: Environment): AppLink[] {
  return links.map((link) => ({
    ...link,
    path: link.path.replace(/\{([A-Z][A-Z0-9_]*)\}/g, (_, name: string) =>
      encodeURIComponent(Object.hasOwn(env, name) ? (env[name] ?? '') : ''),
    ),
  }))
}

/** One value that a user signs in to an app with. */
export interface LoginValue {
  label: string
  value: string
  secret: boolean
}

/** Returns what a user types to sign in to an app: its user name, if it asks for one, and its password. */
export function loginOf(login: AppLogin | null, env: Environment): LoginValue[] {
  if (login === null) return []
  const password = Object.hasOwn(env, login.password) ? env[login.password] : undefined
  return [
    ...(login.username === '' ? [] : [{ label: 'User', value: login.username, secret: false }]),
    ...(password === undefined ? [] : [{ label: 'Password', value: password, secret: true }]),
  ]
}
