import type { LoginName } from './logins-store.ts'

/** Reads the name of `ssh NAME@host`: a label, an instance id, or `ACCOUNT+LABEL`. Labels and addresses may contain `+`. */
export function loginNameOf(name: string): LoginName {
  const at = name.lastIndexOf('+')
  const qualified = at < 1 ? null : { account: name.slice(0, at), label: name.slice(at + 1) }
  return { whole: name, qualified }
}
