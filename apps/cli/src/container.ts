import type { Client } from '@gridloom/client/calls'
import { createClient } from '@gridloom/client/client'
import { memoryTokens } from '@gridloom/client/tokens'
import type { Command } from 'commander'
import { type Config, defaultServerUrl, parseServerUrl } from './config.ts'
import { credentialFile } from './credential-file.ts'
import type { Ctx } from './ctx.ts'
import type { Host } from './host/host.ts'
import { createOutput, type Output, type Sink } from './output/output.ts'
import type { SharedOptions } from './program.ts'
import { reauthenticate } from './reauthenticate.ts'
import { version } from './version.ts'
import { openNodeSocket } from './websocket/open-socket.ts'

/** The environment of one run of the program. */
export interface ProgramEnvironment {
  config: Config
  host: Host
  stdout: Sink
  stderr: Sink
  signal: AbortSignal
}

/** A command in a script must end. */
const responseLimitMs = 30_000

/** How the program names itself to the server, as in the list of sessions. */
const userAgent = `gridloom/${version} (${process.platform} ${process.arch}; Node ${process.versions.node})`

function fetchAsProgram(url: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('user-agent', userAgent)
  return fetch(url, { ...init, headers })
}

/** Creates the context of one command. */
export function openCtx(outside: ProgramEnvironment, command: Command): Ctx {
  const options = command.optsWithGlobals<SharedOptions>()
  const { config, host, signal } = outside
  const credentials = credentialFile(config.credentialsPath)
  const serverUrl = options.server
    ? parseServerUrl(options.server, '--server')
    : (config.serverUrl ?? credentials.lastServer() ?? defaultServerUrl)
  const client: Client = createClient({
    baseUrl: serverUrl,
    tokens:
      config.token === undefined ? credentials.tokensOf(serverUrl) : memoryTokens(config.token),
    makeSocket: openNodeSocket,
    fetch: fetchAsProgram,
    timeoutMs: responseLimitMs,
    ...(host.interactive && !options.json
      ? { reauthenticate: () => reauthenticate({ client, host, serverUrl, signal }) }
      : {}),
  })
  return { client, serverUrl, credentials, host, signal, output: outputFor(outside, options) }
}

export function outputFor(outside: ProgramEnvironment, { json }: SharedOptions): Output {
  const { stdout, stderr, config } = outside
  return createOutput({ stdout, stderr, colour: config.colour, format: json ? 'json' : 'human' })
}
