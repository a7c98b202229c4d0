import type { SignInTarget } from '../../src/sign-up.ts'

/** A control plane to seed, as a client reaches it. */
export interface SeedTarget extends SignInTarget {
  url: string
}
