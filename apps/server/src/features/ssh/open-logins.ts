import type { AccountActor } from '../../platform/ctx.ts'
import type { OpenedInstance } from './logins-store.ts'

/** A login whose connection is open. */
export interface OpenLogin extends OpenedInstance {
  readonly id: string
  /** The key that signed in, or the session or API key that asked for its certificate. */
  readonly via: AccountActor['via']
  /** The caller's address. */
  readonly address: string
  /** The name matches several instances: it enters none. */
  readonly isAmbiguous: boolean
}

/** Why a login ends before its client leaves, as a sentence to the user. */
export type EndLogins = (logins: readonly string[], why: string) => void

/** The open logins of this replica's edge. */
export interface OpenLogins {
  add(login: OpenLogin): void
  find(id: string): OpenLogin | undefined
  remove(id: string): OpenLogin | undefined
  all(): readonly OpenLogin[]
  /** Ends connections; set while an edge process runs. */
  end: EndLogins
}

export function createOpenLogins(): OpenLogins {
  const logins = new Map<string, OpenLogin>()
  return {
    add: (login) => void logins.set(login.id, login),
    find: (id) => logins.get(id),
    remove(id) {
      const login = logins.get(id)
      logins.delete(id)
      return login
    },
    all: () => [...logins.values()],
    end: () => {},
  }
}
