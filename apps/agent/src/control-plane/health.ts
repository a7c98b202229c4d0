import { system } from '@gridloom/contract/system/endpoints'

/** Returns the status and server time of the health endpoint; throws if nothing answers. */
export async function askHealth(serverUrl: string, signal: AbortSignal) {
  const response = await fetch(new URL(system.health.path, serverUrl), { signal })
  await response.body?.cancel()
  return { status: response.status, serverTime: response.headers.get('date') }
}
