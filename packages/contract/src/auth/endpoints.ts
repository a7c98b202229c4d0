import { passkeys } from './passkey-endpoints.ts'
import { providers } from './provider-endpoints.ts'
import { sessions } from './session-endpoints.ts'
import { signIn } from './sign-in-endpoints.ts'
import { wallets } from './wallet-endpoints.ts'

export const auth = { ...signIn, ...sessions, ...providers, ...passkeys, ...wallets } as const
