import { ApiError } from '@gridloom/client/api-error'
import type { Client } from '@gridloom/client/calls'
import { FailedError } from './errors.ts'
import type { Host } from './host/host.ts'

interface ReauthenticateOptions {
  client: Client
  host: Host
  serverUrl: string
  signal: AbortSignal
}

const tries = 3

/**
 * Asks for the password at the terminal, without showing it, when a command requires re-authentication. @throws
 * FailedError for accounts without a password, and after three wrong ones
 */
export async function reauthenticate(options: ReauthenticateOptions): Promise<void> {
  const { client, host, serverUrl, signal } = options
  const { has_password, email } = await client.accounts.details({ signal })
  if (!has_password)
    throw new FailedError(
      `Re-authentication required, and this account has no password. Use the browser: ${serverUrl}/account`,
    )
  for (let left = tries; left > 0; left -= 1) {
    const password = await host.prompts.secret({ message: `Password for ${email}` })
    if (await isRight(options, password)) return
  }
  throw new FailedError('Wrong password. Nothing was changed.')
}

async function isRight({ client, signal }: ReauthenticateOptions, password: string) {
  try {
    await client.auth.confirm({ body: { password }, signal })
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'credentials_wrong') return false
    throw error
  }
}
