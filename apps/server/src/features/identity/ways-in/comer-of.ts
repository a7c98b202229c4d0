import type { Comer } from '../ports.ts'

interface Asking {
  address: string
  header(name: string): string | undefined
}

/** Who comes to sign in, from what a request says. */
export function comerOf({ address, header }: Asking): Comer {
  const bearer = /^Bearer (.+)$/i.exec(header('authorization') ?? '')?.[1]
  return { address, userAgent: header('user-agent'), bearer }
}
